import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import { useLanguage } from '../i18n/i18n.ts';
import { StatusLabel } from '../ui/status-label.tsx';
import { ResourceTable } from '../ui/table/resource-table.tsx';
import { causeText } from './causes.ts';

/** What happened to a machine, newest first. */
export function WorkloadEvents({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  return (
    <ResourceTable
      operation="listWorkloadEvents"
      params={{ name }}
      headingLevel="h2"
      title={t('workload.tab.events')}
      rowKey={({ time, reason }) => `${time} ${reason}`}
      columns={[
        {
          key: 'time',
          title: t('event.time'),
          isSortable: true,
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
      ]}
      empty={{ title: t('event.empty'), body: t('event.emptyBody') }}
    />
  );
}
