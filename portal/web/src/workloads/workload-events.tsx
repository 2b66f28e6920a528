import type { SessionConsole } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import { useLanguage } from '../i18n/i18n.ts';
import { StatusLabel } from '../ui/status-label.tsx';
import { ResourceTable, type ColumnOf } from '../ui/table/resource-table.tsx';
import { causeText } from './causes.ts';

interface WorkloadEventsProps {
  readonly console: SessionConsole;
  readonly workload: Workload;
}

/** What happened to a machine, newest first. */
export function WorkloadEvents({ console, workload: { user, name } }: WorkloadEventsProps) {
  const { t } = useTranslation();
  const table = {
    headingLevel: 'h2' as const,
    title: t('workload.tab.events'),
    rowKey: ({ time, reason }: { readonly time: string; readonly reason: string }) => `${time} ${reason}`,
    columns: useEventColumns(),
    empty: { title: t('event.empty'), body: t('event.emptyBody') },
  };
  return console === 'admin' ? (
    <ResourceTable operation="listAnyWorkloadEvents" params={{ user, name }} {...table} />
  ) : (
    <ResourceTable operation="listWorkloadEvents" params={{ name }} {...table} />
  );
}

function useEventColumns(): readonly ColumnOf<'listWorkloadEvents'>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  return [
    {
      key: 'time',
      title: t('event.time'),
      sortBy: 'time',
      isNarrow: true,
      render: ({ time }) => format.dateTime(time),
    },
    {
      key: 'type',
      title: t('event.type'),
      render: ({ type }) => <StatusLabel kind="event" status={type} />,
    },
    {
      key: 'message',
      title: t('event.message'),
      render: ({ reason, message }) => causeText(reason, message, language),
    },
    { key: 'count', title: t('event.count'), render: ({ count }) => count },
  ];
}
