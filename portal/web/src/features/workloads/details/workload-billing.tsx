import type { Workload } from '@gpulease/contract/workloads';
import { PageSection } from '@patternfly/react-core';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useWords } from '../../../i18n/words.ts';
import { Empty } from '../../../ui/empty.tsx';
import { column, moneyColumn } from '../../../ui/table/column-kinds.tsx';
import { ResourceTable } from '../../../ui/table/resource-table.tsx';
import { Rows } from '../../../ui/table/rows.tsx';
import { useBillingColumns } from '../../billing/columns.tsx';
import { RecordsLead } from '../../billing/records-lead.tsx';
import { endingText } from '../causes.ts';
import type { WorkloadProps } from '../workload.ts';

/** The newest runs of a machine, and its charges and refunds without those of earlier machines with its name. */
export function WorkloadBilling({ console, workload }: WorkloadProps) {
  const { t } = useWords();
  const { user, uid, orderId, cost } = workload;
  // Until its order is accepted, a machine has only its uid, under which nothing is charged.
  const order = String(orderId ?? uid);
  const table = {
    hasCsv: true,
    title: t('billing.records'),
    description: <RecordsLead unsettled={cost.unsettled} />,
    columns: useBillingColumns(),
    rowKey: ({ id }: { readonly id: string }) => id,
    empty: { title: t('billing.empty'), body: t('billing.usageEmptyBody') },
  };
  return (
    <>
      <PageSection hasBodyWrapper={false}>
        <Runs runs={workload.runs} />
      </PageSection>
      {console === 'admin' ? (
        <ResourceTable operation="listBillings" fixed={{ user, order }} {...table} />
      ) : (
        <ResourceTable operation="listBillingRecords" fixed={{ order }} {...table} />
      )}
    </>
  );
}

type Run = Workload['runs'][number];

function Runs({ runs }: Pick<Workload, 'runs'>) {
  const { t, format } = useWords();
  const language = useLanguage();
  if (runs.length === 0) return <Empty variant="sm" title={t('run.none')} body={t('run.noneBody')} />;
  return (
    <Rows
      title={t('run.title')}
      items={runs}
      rowKey={({ id }) => id}
      columns={[
        column('startedAt', t('run.startedAt'), ({ startedAt }: Run) => format.dateTime(startedAt)),
        column('stoppedAt', t('run.stoppedAt'), ({ stoppedAt }: Run) =>
          stoppedAt === null ? t('status.workload.RUNNING') : format.dateTime(stoppedAt),
        ),
        column('endReason', t('run.endReason'), ({ endReason }: Run) =>
          endReason === null ? '–' : endingText(endReason, language),
        ),
        moneyColumn('cost', t('cost.title')),
      ]}
    />
  );
}
