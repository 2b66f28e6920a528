import type { SpendingExcess } from '@gpulease/contract/common';
import { displayAmount } from '@gpulease/contract/money';
import { LIMITS_PATH } from '@gpulease/contract/spending';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { TextLink } from './links.tsx';
import { useMoneyDisplay } from './money.tsx';

/** The spending limit that blocks an action, with its amounts. Customers get a link to change it. */
export function BeyondLimit({ of, limit, used, asked }: SpendingExcess) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const money = useMoneyDisplay();
  const shown = {
    limit: displayAmount(limit, money),
    used: displayAmount(used, money),
    asked: displayAmount(asked, money),
  };
  return (
    <p>
      {t(`spending.beyond.${of}`, shown)} {of !== 'HOUR' && asked !== '0.00' && t('spending.asked', shown)}{' '}
      {!pathname.startsWith('/admin/') && (
        <TextLink opensNewTab to={LIMITS_PATH}>
          {t('spending.change')}
        </TextLink>
      )}
    </p>
  );
}
