import type { Recharge } from '@gpulease/contract/billing';
import { displayAmount } from '@gpulease/contract/money';
import { Alert, AlertActionLink, GridItem } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/queries.ts';
import { serverNow } from '../../../platform/clock.ts';
import { useMoneyDisplay } from '../../../ui/money.tsx';
import { useTimeLeft } from './time-left.ts';

interface OpenRechargeProps {
  readonly onContinue: (id: string) => void;
}

/**
 * The newest recharge that was begun before and not paid, and the way back to it; nothing where there is none. One that is
 * begun on this page is about to take its place.
 */
export function OpenRecharge({ onContinue }: OpenRechargeProps) {
  const { data } = useApi('listRecharges', {
    query: { status: 'PENDING', sort: '-createdAt', pageSize: 1 },
  });
  const [shownAt] = useState(serverNow);
  const open = data?.items.find(({ createdAt }) => Date.parse(createdAt) < shownAt);
  return open ? <Open recharge={open} onContinue={onContinue} /> : null;
}

function Open({ recharge, onContinue }: OpenRechargeProps & { readonly recharge: Recharge }) {
  const { t } = useTranslation();
  const left = useTimeLeft(recharge.expiresAt);
  const amount = displayAmount(recharge.paymentAmount, useMoneyDisplay());
  return (
    <GridItem>
      <Alert
        isInline
        variant="info"
        variantLabel={t('toast.info')}
        title={t('recharge.openOf', { amount })}
        actionLinks={
          <AlertActionLink onClick={() => onContinue(recharge.id)}>{t('recharge.payNow')}</AlertActionLink>
        }
      >
        {left === undefined ? t('recharge.expired') : t('recharge.left', { left })}
      </Alert>
    </GridItem>
  );
}
