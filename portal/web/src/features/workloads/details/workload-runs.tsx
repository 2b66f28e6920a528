import type { Workload } from '@gpulease/contract/workloads';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useWords } from '../../../i18n/words.ts';
import { Empty } from '../../../ui/empty.tsx';
import { column, moneyColumn } from '../../../ui/table/column-kinds.tsx';
import { Rows } from '../../../ui/table/rows.tsx';
import { endingText } from '../causes.ts';

/** The newest runs of a machine and their costs. */
export function WorkloadRuns({ workload: { runs } }: { readonly workload: Workload }) {
  const { t, format } = useWords();
  const language = useLanguage();
  if (runs.length === 0) return <Empty variant="sm" title={t('run.none')} body={t('run.noneBody')} />;
  return (
    <Rows
      title={t('run.title')}
      items={runs}
      rowKey={({ id }) => id}
      columns={[
        column('startedAt', t('run.startedAt'), ({ startedAt }: Workload['runs'][number]) =>
          format.dateTime(startedAt),
        ),
        column('stoppedAt', t('run.stoppedAt'), ({ stoppedAt }: Workload['runs'][number]) =>
          stoppedAt === null ? t('status.workload.RUNNING') : format.dateTime(stoppedAt),
        ),
        column('endReason', t('run.endReason'), ({ endReason }: Workload['runs'][number]) =>
          endReason === null ? '–' : endingText(endReason, language),
        ),
        moneyColumn('cost', t('cost.title')),
      ]}
    />
  );
}
