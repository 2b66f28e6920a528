import type { Workload } from '@gpulease/contract/workloads';
import { EmptyState, EmptyStateBody } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { moneyColumn } from '../../../ui/table/column-kinds.tsx';
import { Rows } from '../../../ui/table/rows.tsx';
import { endingText } from '../causes.ts';

/** The newest runs of a machine and their costs. */
export function WorkloadRuns({ workload: { runs } }: { readonly workload: Workload }) {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  if (runs.length === 0)
    return (
      <EmptyState variant="sm" headingLevel="h2" titleText={t('run.none')}>
        <EmptyStateBody>{t('run.noneBody')}</EmptyStateBody>
      </EmptyState>
    );
  return (
    <Rows
      title={t('run.title')}
      items={runs}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'startedAt',
          title: t('run.startedAt'),
          render: ({ startedAt }) => format.dateTime(startedAt),
        },
        {
          key: 'stoppedAt',
          title: t('run.stoppedAt'),
          render: ({ stoppedAt }) => (stoppedAt === null ? t('run.open') : format.dateTime(stoppedAt)),
        },
        {
          key: 'endReason',
          title: t('run.endReason'),
          render: ({ endReason }) => (endReason === null ? '–' : endingText(endReason, language)),
        },
        moneyColumn('cost', t('run.cost')),
      ]}
    />
  );
}
