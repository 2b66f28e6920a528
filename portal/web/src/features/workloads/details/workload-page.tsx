import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useApi } from '../../../api/queries.ts';
import { NotFoundPage } from '../../../ui/errors/error-pages.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { LinkButton } from '../../../ui/links.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { orderAgainPath } from '../workload.ts';
import { WorkloadDetails } from './workload-details.tsx';

const ReportGpuDialog = lazyDialog(
  async () => (await import('../report-gpu/report-gpu-dialog.tsx')).ReportGpuDialog,
);

/** The cost of a running machine changes without events. */
const REFRESH_MS = 15_000;

/** /workloads/:name: one machine. */
export function WorkloadPage() {
  const { t } = useTranslation();
  const { name = '' } = useParams();
  const [isReporting, setReporting] = useState(false);
  const query = useApi('getWorkload', { params: { name } }, { refetchInterval: REFRESH_MS });
  const list = { title: t('navigation.user.workloads'), path: '/workloads' };
  return (
    <Loaded query={query} missing={<NotFoundPage list={list} wasThere={query.data !== undefined} />}>
      {(workload) => (
        <>
          <WorkloadDetails
            console="user"
            workload={workload}
            list={list}
            title={workload.name}
            primaryAction={
              workload.status === 'DESTROYED' && (
                <LinkButton to={orderAgainPath(workload)}>{t('workload.orderAgain')}</LinkButton>
              )
            }
            furtherActions={
              workload.status === 'RUNNING' && workload.resources.gpuModel !== null
                ? [{ key: 'report', title: t('reportGpu.action'), onClick: () => setReporting(true) }]
                : []
            }
          />
          {isReporting && <ReportGpuDialog workload={workload} onClose={() => setReporting(false)} />}
        </>
      )}
    </Loaded>
  );
}
