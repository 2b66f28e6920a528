import { answersToGpuReport, gpuReportStatuses } from '@gpulease/contract/enums';
import type { CustomerGpuReport } from '@gpulease/contract/gpu-reports';
import { Content } from '@patternfly/react-core';
import { useState } from 'react';
import { useWords } from '../../i18n/words.ts';
import type { Action } from '../../ui/actions-menu.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { TextLink } from '../../ui/links.tsx';
import { useAmountText } from '../../ui/money.tsx';
import { column, statusColumn, timeColumn } from '../../ui/table/column-kinds.tsx';
import { NO_VALUE } from '../../ui/table/column.ts';
import { statusFilter } from '../../ui/table/filter-kinds.ts';
import { ResourceTable } from '../../ui/table/resource-table.tsx';
import { workloadPath } from '../../ui/workload-path.ts';
import type { AnsweredReport } from './answer-dialog.tsx';

const AnswerDialog = lazyDialog(async () => (await import('./answer-dialog.tsx')).AnswerDialog);

/** Reports have no live events. */
const REFRESH_MS = 30_000;

/** /admin/gpu-reports: customers' GPU reports and the operators' answers. */
export function AdminGpuReportsPage() {
  const { t } = useWords();
  const [asked, setAsked] = useState<AnsweredReport>();
  const actionsOf = (report: CustomerGpuReport): Action[] => [
    ...answersToGpuReport[report.status].map((status) => ({
      key: status,
      title: t(`gpuReport.as.${status}`),
      onClick: () => setAsked({ report, status }),
    })),
    { key: 'quarantine', title: t('quarantine.put'), to: `${nodePath(report)}?tab=quarantine` },
    {
      key: 'credit',
      title: t('gpuReport.credit'),
      to: `/admin/users/edit/${encodeURIComponent(report.user)}`,
    },
  ];
  return (
    <>
      <ResourceTable
        operation="listAllGpuReports"
        title={t('navigation.admin.gpu-reports')}
        description={t('gpuReport.lead')}
        refreshMs={REFRESH_MS}
        rowKey={({ id }) => id}
        rowName={({ user, name }) => `${user}/${name}`}
        filters={[
          { kind: 'search', name: 'search', label: t('gpuReport.search') },
          statusFilter('gpuReport', gpuReportStatuses, t),
          { kind: 'typeahead', name: 'node', label: t('workload.node'), operation: 'listNodes' },
        ]}
        columns={[
          timeColumn('createdAt', t('gpuReport.createdAt'), { sortBy: 'createdAt' }),
          column('machine', t('billing.workload'), ({ user, name }: CustomerGpuReport) => (
            <TextLink to={workloadPath(user, name)}>
              {user}/{name}
            </TextLink>
          )),
          column('node', t('workload.node'), (report: CustomerGpuReport) => (
            <>
              <TextLink to={nodePath(report)}>{report.node}</TextLink>
              <Content component="small">{report.gpu}</Content>
            </>
          )),
          column('fault', t('gpuReport.fault'), ({ fault, details }: CustomerGpuReport) => (
            <>
              {t(`reportGpu.faults.${fault}`)}
              {details !== null && <Content component="small">{details}</Content>}
            </>
          )),
          statusColumn('gpuReport', t('common.status')),
          column('answer', t('gpuReport.answer'), (report: CustomerGpuReport) => <Answer {...report} />),
        ]}
        rowActions={actionsOf}
        empty={{ title: t('gpuReport.empty'), body: t('gpuReport.emptyBody') }}
      />
      {asked && <AnswerDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

/** The operator's answer, the result of the GPU check and the customer's credit. */
function Answer({ status, answer, check, failedDevice, credit, creditedAt }: CustomerGpuReport) {
  const { t, format } = useWords();
  const amountText = useAmountText();
  const isProven = status === 'CONFIRMED' && answer === null;
  return (
    <>
      {isProven ? t('gpuReport.proven') : (answer ?? NO_VALUE)}
      {check && (
        <Content component="small">
          {t(`gpuReport.check.${check.result}`, { at: format.dateTime(check.at), device: failedDevice })}
        </Content>
      )}
      {credit !== null && (
        <Content component="small">
          {t(creditedAt === null ? 'gpuReport.toBeApproved' : 'gpuReport.credited', {
            amount: amountText(credit),
          })}
        </Content>
      )}
    </>
  );
}

function nodePath({ region, node }: CustomerGpuReport): string {
  return `/admin/nodes/${encodeURIComponent(region)}/${encodeURIComponent(node)}`;
}
