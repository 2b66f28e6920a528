import type { Overview } from '@gpulease/contract/overview';
import { HOUR_MS } from '@gpulease/contract/durations';
import { workloadStatuses } from '@gpulease/contract/enums';
import { Content, Label } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { serverNow } from '../../browser/clock.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useWords } from '../../i18n/words.ts';
import { TextLink } from '../../ui/links.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import { workloadPath } from '../../ui/workload-path.ts';
import { causeFor } from '../workloads/causes.ts';
import { useWaitingLabel } from '../workloads/list/waiting-label.ts';
import { ListCard, type ListRow } from './list-card.tsx';

const linkRow = (key: string, to: string, text: ReactNode, note?: ReactNode): ListRow => ({
  key,
  content: (
    <>
      <TextLink to={to}>{text}</TextLink>
      {note !== undefined && <Content component="small">{note}</Content>}
    </>
  ),
});

function machineRow({ user, name }: Overview['queue']['items'][number], note: string): ListRow {
  const named = `${user}/${name}`;
  return linkRow(named, workloadPath(user, name), named, note);
}

/** Waiting workloads with their reasons, oldest first, and failed workloads, newest first. */
export function WaitingAndFailing({ queue, failing }: Overview) {
  const { t, format } = useWords();
  const language = useLanguage();
  const waitingLabel = useWaitingLabel();
  const waited = (since: string) => format.hours(Math.max(0, serverNow() - Date.parse(since)) / HOUR_MS);
  const reasons = queue.reasons.filter(({ reason }) => reason !== '');
  return (
    <>
      <ListCard
        title={t('overview.queue')}
        total={queue.total}
        to="/admin/workloads?waiting=true&sort=createdAt"
        none={t('overview.noQueue')}
        rows={[
          ...reasons.map(({ reason, count }) =>
            linkRow(
              reason,
              `/admin/workloads?waiting=true&reason=${encodeURIComponent(reason)}`,
              <Label isCompact color="blue">
                {count} × {waitingLabel(reason)}
              </Label>,
            ),
          ),
          ...queue.items.map((notice) =>
            machineRow(
              notice,
              `${notice.region} · ${t('overview.waitedFor', { time: waited(notice.since) })}`,
            ),
          ),
        ]}
      />
      <ListCard
        title={t('overview.failing')}
        total={failing.total}
        to="/admin/workloads?status=FAILED"
        none={t('overview.noFailing')}
        rows={failing.items.map((notice) => machineRow(notice, causeFor('admin', notice, language)))}
      />
    </>
  );
}

const paymentLists = [
  ['quarantined', 'tab=quarantine'],
  ['pendingRefunds', 'tab=refunds&status=PENDING'],
  ['receivables', 'tab=receivables&status=OPEN'],
  ['approvals', 'tab=approvals&status=PENDING'],
  ['differingDays', 'tab=bills'],
] as const;

/** Payments and debts that need an operator, users whose balance runs out within a day, and SKUs that are sold out in a region. */
export function PaymentsAndStock({ openPayments, lowBalances, soldOut }: Overview) {
  const { t, format } = useWords();
  const open = paymentLists.filter(([kind]) => openPayments[kind] > 0);
  return (
    <>
      <ListCard
        title={t('overview.openPayments')}
        total={open.reduce((sum, [kind]) => sum + openPayments[kind], 0)}
        none={t('overview.noOpenPayments')}
        rows={open.map(([kind, list]) =>
          linkRow(kind, `/admin/billings?${list}`, `${t(`overview.${kind}`)} · ${openPayments[kind]}`),
        )}
      />
      <ListCard
        title={t('overview.lowBalances')}
        total={lowBalances.total}
        to="/admin/users?funds=LOW"
        none={t('overview.noLowBalances')}
        rows={lowBalances.items.map(({ username, balance, runwayHours }) =>
          linkRow(
            username,
            `/admin/users/edit/${encodeURIComponent(username)}`,
            username,
            <>
              <Money amount={balance} /> · {t('balance.runway')} {format.hours(runwayHours)}
            </>,
          ),
        )}
      />
      <ListCard
        title={t('overview.soldOut')}
        total={soldOut.total}
        to="/admin/skus?soldOut=true"
        none={t('overview.allAvailable')}
        rows={soldOut.items.map(({ sku, region }) =>
          linkRow(`${region} ${sku}`, `/admin/skus/${encodeURIComponent(sku)}`, sku, region),
        )}
      />
    </>
  );
}

export function WorkloadsCard({ workloads: { total, byStatus } }: Overview) {
  const { t } = useWords();
  return (
    <ListCard
      title={t('navigation.admin.workloads')}
      total={total}
      to="/admin/workloads"
      none={t('workload.empty')}
      rows={workloadStatuses
        .filter((status) => byStatus[status])
        .map((status) =>
          linkRow(
            status,
            `/admin/workloads?status=${status}`,
            <StatusLabel kind="workload" status={status} detail={String(byStatus[status] ?? 0)} />,
          ),
        )}
    />
  );
}
