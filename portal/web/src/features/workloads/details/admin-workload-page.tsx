import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useApi } from '../../../api/queries.ts';
import { NotFoundPage } from '../../../ui/errors/error-pages.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { WorkloadDetails } from './workload-details.tsx';

const PlacementDialog = lazyDialog(
  async () => (await import('../manual-placement/placement-dialog.tsx')).PlacementDialog,
);

const InspectionTab = lazyPart(async () => (await import('./inspection-tab.tsx')).InspectionTab);
const YamlTab = lazyPart(async () => (await import('./yaml-tab.tsx')).YamlTab);

/** The cost of a running machine changes without events. */
const REFRESH_MS = 15_000;

/** /admin/workloads/:user/:name: any user's machine. */
export function AdminWorkloadPage() {
  const { t } = useTranslation();
  const { user = '', name = '' } = useParams();
  const [isScheduling, setScheduling] = useState(false);
  const query = useApi('getAnyWorkload', { params: { user, name } }, { refetchInterval: REFRESH_MS });
  const list = { title: t('navigation.admin.workloads'), path: '/admin/workloads' };
  return (
    <Loaded query={query} missing={<NotFoundPage list={list} wasThere={query.data !== undefined} />}>
      {(workload) => (
        <>
          <WorkloadDetails
            console="admin"
            workload={workload}
            list={list}
            title={`${user} / ${name}`}
            furtherTabs={[
              {
                key: 'inspection',
                title: t('workload.tab.inspection'),
                content: <InspectionTab workload={workload} />,
              },
              { key: 'yaml', title: t('workload.tab.yaml'), content: <YamlTab workload={workload} /> },
            ]}
            primaryAction={
              workload.allowedActions.includes('schedule') && (
                <Button variant="secondary" onClick={() => setScheduling(true)}>
                  {t('schedule.action')}
                </Button>
              )
            }
          />
          {isScheduling && <PlacementDialog workload={workload} onClose={() => setScheduling(false)} />}
        </>
      )}
    </Loaded>
  );
}
