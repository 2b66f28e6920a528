import type { Workload } from '@gpulease/contract/workloads';
import { EmptyState, EmptyStateBody } from '@patternfly/react-core';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useWords } from '../../../i18n/words.ts';
import { moneyColumn, column } from '../../../ui/table/column-kinds.tsx';
import { Rows } from '../../../ui/table/rows.tsx';
import { endingText } from '../causes.ts';

/** The newest runs of a machine and their costs. */
export function WorkloadRuns({ workload: { runs } }: { readonly workload: Workload }) {
  const { t, format } = useWords();
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
        column('startedAt', t('run.startedAt'), ({ startedAt }) => format.dateTime(startedAt)),
        column('stoppedAt', t('run.stoppedAt'), ({ stoppedAt }) =>
          stoppedAt === null ? t('run.open') : format.dateTime(stoppedAt),
        ),
        column('endReason', t('run.endReason'), ({ endReason }) =>
          endReason === null ? '–' : endingText(endReason, language),
        ),
        moneyColumn('cost', t('run.cost')),
      ]}
    />
  );
}
