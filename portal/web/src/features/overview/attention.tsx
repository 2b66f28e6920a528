import type { Overview } from '@gpulease/contract/overview';
import { HOUR_MS } from '@gpulease/contract/durations';
import { workloadStatuses } from '@gpulease/contract/enums';
import { Content, Label } from '@patternfly/react-core';
import { useState } from 'react';
import { serverNow } from '../../browser/clock.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useWords } from '../../i18n/words.ts';
import { TextLink } from '../../ui/links.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import { causeFor } from '../workloads/causes.ts';
import { useWaitingLabel } from '../workloads/list/waiting-label.ts';
import { workloadPath } from '../../ui/workload-path.ts';
import { ListCard } from './list-card.tsx';

type Notice = Overview['queue']['items'][number];

/** Workloads that wait and why, oldest first. */
export function QueueCard({ queue }: Overview) {
  const { t } = useWords();
  const waitingLabel = useWaitingLabel();
  return (
    <ListCard
      title={t('overview.queue')}
      total={queue.total}
      to="/admin/workloads?waiting=true&sort=createdAt"
      none={t('overview.noQueue')}
      rows={[
        ...queue.reasons
          .filter(({ reason }) => reason !== '')
          .map(({ reason, count }) => ({
            key: reason,
            content: (
              <TextLink to={`/admin/workloads?waiting=true&reason=${encodeURIComponent(reason)}`}>
                <Label isCompact color="blue">
                  {count} × {waitingLabel(reason)}
                </Label>
              </TextLink>
            ),
          })),
        ...queue.items.map((notice) => ({
          key: keyOf(notice),
          content: <WorkloadNotice notice={notice} hasReason={false} />,
        })),
      ]}
    />
  );
}

/** Failed workloads, newest first. */
export function FailingCard({ failing }: Overview) {
  const { t } = useWords();
  return (
    <ListCard
      title={t('overview.failing')}
      total={failing.total}
      to="/admin/workloads?status=FAILED"
      none={t('overview.noFailing')}
      rows={failing.items.map((notice) => ({
        key: keyOf(notice),
        content: <WorkloadNotice hasReason notice={notice} />,
      }))}
    />
  );
}

function keyOf({ user, name }: Notice): string {
  return `${user}/${name}`;
}

function WorkloadNotice({ notice, hasReason }: { readonly notice: Notice; readonly hasReason: boolean }) {
  const { t, format } = useWords();
  const language = useLanguage();
  const [now] = useState(serverNow);
  const { user, name, region, since } = notice;
  return (
    <>
      <TextLink to={workloadPath(user, name)}>
        {user}/{name}
      </TextLink>
      <Content component="small">
        {hasReason
          ? causeFor('admin', notice, language)
          : `${region} · ${t('overview.waitedFor', { time: format.hours(Math.max(0, now - Date.parse(since)) / HOUR_MS) })}`}
      </Content>
    </>
  );
}

/** SKUs that are sold out in a region. */
export function SoldOutCard({ soldOut }: Overview) {
  const { t } = useWords();
  return (
    <ListCard
      title={t('overview.soldOut')}
      total={soldOut.total}
      to="/admin/skus?soldOut=true"
      none={t('overview.allAvailable')}
      rows={soldOut.items.map(({ sku, region }) => ({
        key: `${region} ${sku}`,
        content: (
          <>
            <TextLink to={`/admin/skus/${encodeURIComponent(sku)}`}>{sku}</TextLink>
            <Content component="small">{region}</Content>
          </>
        ),
      }))}
    />
  );
}

/** Users whose balance runs out within a day. */
export function LowBalancesCard({ lowBalances }: Overview) {
  const { t, format } = useWords();
  return (
    <ListCard
      title={t('overview.lowBalances')}
      total={lowBalances.total}
      to="/admin/users?funds=LOW"
      none={t('overview.noLowBalances')}
      rows={lowBalances.items.map(({ username, balance, runwayHours }) => ({
        key: username,
        content: (
          <>
            <TextLink to={`/admin/users/edit/${encodeURIComponent(username)}`}>{username}</TextLink>
            <Content component="small">
              <Money amount={balance} /> · {t('balance.runway')} {format.hours(runwayHours)}
            </Content>
          </>
        ),
      }))}
    />
  );
}

const paymentLists = [
  ['quarantined', 'tab=quarantine'],
  ['pendingRefunds', 'tab=refunds&status=PENDING'],
  ['receivables', 'tab=receivables&status=OPEN'],
  ['approvals', 'tab=approvals&status=PENDING'],
  ['differingDays', 'tab=bills'],
] as const;

/** Payments and debts that need an operator's attention. */
export function PaymentsCard({ openPayments }: Overview) {
  const { t } = useWords();
  const open = paymentLists.filter(([kind]) => openPayments[kind] > 0);
  return (
    <ListCard
      title={t('overview.openPayments')}
      total={open.reduce((sum, [kind]) => sum + openPayments[kind], 0)}
      none={t('overview.noOpenPayments')}
      rows={open.map(([kind, list]) => ({
        key: kind,
        content: (
          <TextLink to={`/admin/billings?${list}`}>
            {t(`overview.${kind}`)} · {openPayments[kind]}
          </TextLink>
        ),
      }))}
    />
  );
}

/** The number of workloads in each state. */
export function WorkloadsCard({ workloads }: Overview) {
  const { t } = useWords();
  return (
    <ListCard
      title={t('navigation.admin.workloads')}
      total={workloads.total}
      to="/admin/workloads"
      none={t('workload.empty')}
      rows={workloadStatuses
        .filter((status) => workloads.byStatus[status])
        .map((status) => ({
          key: status,
          content: (
            <TextLink to={`/admin/workloads?status=${status}`}>
              <StatusLabel kind="workload" status={status} detail={String(workloads.byStatus[status] ?? 0)} />
            </TextLink>
          ),
        }))}
    />
  );
}
