import type { Recharge } from '@gpulease/contract/billing';
import { AlertActionLink } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/queries.ts';
import { serverNow } from '../../../browser/clock.ts';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { useAmountText } from '../../../ui/money.tsx';
import { useTimeLeft } from './time-left.ts';

interface OpenRechargeProps {
  readonly onContinue: (id: string) => void;
}

/**
 * Links to the newest open recharge, if there is one. A recharge that is being created on this page is not mentioned,
 * because the page is about to show it.
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
  const amount = useAmountText()(recharge.paymentAmount);
  return (
    <InlineAlert
      variant="info"
      title={t('recharge.openOf', { amount })}
      actionLinks={
        <AlertActionLink onClick={() => onContinue(recharge.id)}>{t('recharge.payNow')}</AlertActionLink>
      }
    >
      {left === undefined ? t('recharge.expired') : t('recharge.left', { left })}
    </InlineAlert>
  );
}
