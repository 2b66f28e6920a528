import { Grid, PageSection, Stack, StackItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/queries.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { UnregisteredHosts } from '../catalogue/nodes/unregistered-hosts.tsx';
import {
  FailingCard,
  LowBalancesCard,
  NodesCard,
  NotReadyCard,
  PaymentsCard,
  QueueCard,
  WorkloadsCard,
} from './attention.tsx';
import { Fleet } from './fleet.tsx';
import { GpuReportsNotice } from './gpu-reports-notice.tsx';
import { GpusCard, SoldOutCard } from './gpus-card.tsx';
import { MoneyByDay, MoneyByHour, MoneyCard } from './money.tsx';

const REFRESH_MS = 30_000;

/** /admin/overview: what an operator checks first each morning. Every number links to its list. */
export function AdminOverviewPage() {
  const { t } = useTranslation();
  const query = useApi('getOverview', undefined, { refetchInterval: REFRESH_MS });
  return (
    <PageSection hasBodyWrapper={false}>
      <Stack hasGutter>
        <StackItem>
          <PageTitle>{t('navigation.admin.overview')}</PageTitle>
        </StackItem>
        <Loaded query={query}>
          {(overview) => (
            <>
              <UnregisteredHosts />
              <GpuReportsNotice />
              <StackItem>
                <Grid hasGutter md={6} xl={4} className="gpulease-own-heights">
                  <QueueCard {...overview} />
                  <FailingCard {...overview} />
                  <NodesCard {...overview} />
                  <NotReadyCard {...overview} />
                  <LowBalancesCard {...overview} />
                  <PaymentsCard {...overview} />
                </Grid>
              </StackItem>
              <Fleet {...overview} />
              <StackItem>
                <Grid hasGutter lg={6}>
                  <MoneyByDay {...overview} />
                  <MoneyByHour {...overview} />
                </Grid>
              </StackItem>
              <StackItem>
                <Grid hasGutter md={6} xl={3} className="gpulease-own-heights">
                  <GpusCard {...overview} />
                  <SoldOutCard {...overview} />
                  <MoneyCard {...overview} />
                  <WorkloadsCard {...overview} />
                </Grid>
              </StackItem>
            </>
          )}
        </Loaded>
      </Stack>
    </PageSection>
  );
}
