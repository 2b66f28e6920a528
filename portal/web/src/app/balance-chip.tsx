import { displayAmount } from '@gpulease/contract/money';
import { Content, Label, ToolbarItem, type LabelProps } from '@patternfly/react-core';
import { WalletIcon } from '@patternfly/react-icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useApi } from '../api/queries.ts';
import { useFormat } from '../i18n/format.ts';
import { Money, Price, useMoneyDisplay } from '../ui/money.tsx';

const WARNING_HOURS = 24;
const DANGER_HOURS = 2;

/** Balances move while machines run even when no event says so. */
const REFRESH_MS = 60_000;

/** What is available and how long it lasts at the present spending; leads to the recharge page. Phones show yuan alone. */
export function BalanceChip() {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const { data: balance } = useApi('getBalance', undefined, { refetchInterval: REFRESH_MS });
  const money = useMoneyDisplay();
  const recharge = () => void navigate('/recharge');
  if (!balance) return null;
  const { available, burnPerHour, runwayHours } = balance;
  return (
    <>
      {runwayHours !== null && (
        <ToolbarItem visibility={{ default: 'hidden', lg: 'visible' }}>
          <Content component="small">
            {t('balance.burn')} <Price price={burnPerHour} unit="HOUR" /> · {t('balance.runway')}{' '}
            {format.hours(runwayHours)}
          </Content>
        </ToolbarItem>
      )}
      <ToolbarItem visibility={{ default: 'hidden', md: 'visible' }}>
        <Label {...lookFor(runwayHours)} icon={<WalletIcon />} onClick={recharge}>
          {t('balance.available')} <Money amount={available} />
        </Label>
      </ToolbarItem>
      <ToolbarItem visibility={{ default: 'visible', md: 'hidden' }}>
        <Label {...lookFor(runwayHours)} aria-label={t('balance.available')} onClick={recharge}>
          {displayAmount(available, { ...money, language: 'zh' })}
        </Label>
      </ToolbarItem>
    </>
  );
}

function lookFor(runwayHours: number | null): Pick<LabelProps, 'status' | 'color'> {
  if (runwayHours === null || runwayHours >= WARNING_HOURS) return { color: 'blue' };
  return { status: runwayHours < DANGER_HOURS ? 'danger' : 'warning' };
}
