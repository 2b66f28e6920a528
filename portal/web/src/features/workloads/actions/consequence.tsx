import { DAY_MS } from '@gpulease/contract/durations';
import type { SessionConsole } from '@gpulease/contract/enums';
import { displayAmount, displayPrice, formatAmount } from '@gpulease/contract/money';
import { TERM_REFUND_PERCENT } from '@gpulease/contract/rating';
import type { Workload } from '@gpulease/contract/workloads';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useWords } from '../../../i18n/words.ts';
import { startHold, type WorkloadProps } from '../workload.ts';
import { useConfig } from '../../../api/config.ts';
import { serverNow } from '../../../browser/clock.ts';
import { useMoneyDisplay } from '../../../ui/money.tsx';
import { wordsOf, type PowerAction } from './power-actions.ts';

/** The texts about an action's effect, for the owner or for operators. */
const consequencesIn = { user: 'workload.consequence', admin: 'consequenceForOwner' } as const;

/** The refund for destroying reserved machines, with its rule; `amount` is formatted. */
export function refundSentence(t: TFunction, console: SessionConsole, amount: string): string {
  return t(`${consequencesIn[console]}.refund`, { amount, percent: `${TERM_REFUND_PERCENT}%` });
}

export interface ConsequenceProps extends WorkloadProps {
  readonly action: PowerAction;
  readonly price: Workload['startPrice'];
  /** The refund for destroying a reserved machine, in yuan; null for others. */
  readonly refund: string | null;
}

export function Consequence({ console, action, workload, price, refund }: ConsequenceProps) {
  const { t, format } = useWords();
  const money = useMoneyDisplay();
  const words = consequencesIn[console];
  const { termEnd } = workload;
  const end = termEnd === null ? '' : format.dateTime(termEnd);
  if (action === 'start' && price !== null) return <MeteredStart console={console} {...price} />;
  if (action === 'start') return t(`${words}.start.reserved`, { end });
  if (action === 'stop') return <Stop console={console} workload={workload} end={end} />;
  if (action === 'destroy' && refund !== null)
    return `${t('workload.consequence.destroy')} ${refundSentence(t, console, displayAmount(refund, money))}`;
  return t(`workload.consequence.${action}`);
}

function Stop({ console, workload, end }: WorkloadProps & { readonly end: string }) {
  const { t } = useWords();
  const named = wordsOf('stop', workload);
  if (named === 'leaveQueue' || named === 'stayOff') return t(`workload.consequence.${named}`);
  const kind = workload.pricing.mode === 'RESERVED' ? 'reserved' : 'metered';
  return t(`${consequencesIn[console]}.stop.${kind}`, { end });
}

type MeteredStartProps = Pick<ConsequenceProps, 'console'> & NonNullable<Workload['startPrice']>;

function MeteredStart({ console, price, unit }: MeteredStartProps) {
  const { t } = useWords();
  const money = useMoneyDisplay();
  return t(`${consequencesIn[console]}.start.metered`, {
    price: `${displayPrice(price, money)} / ${t(`pricingUnit.${unit}`)}`,
    hold: displayAmount(formatAmount(startHold({ price, unit })), money),
  });
}

export function DiskKept({ console, workload }: WorkloadProps) {
  const { t, format } = useWords();
  const { stoppedDiskDays } = useConfig();
  const { rootDiskSize, termEnd } = workload;
  const [now] = useState(serverNow);
  const since = termEnd === null ? now : Math.max(now, Date.parse(termEnd));
  const until = new Date(since + stoppedDiskDays * DAY_MS).toISOString();
  return t(`${consequencesIn[console]}.kept.${termEnd === null ? 'metered' : 'reserved'}`, {
    size: format.gib(rootDiskSize),
    until: format.dateTime(until),
  });
}
