import type { Overview } from '@gpulease/contract/overview';
import { ExpandableSection, Grid, PageSection, Stack } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/queries.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { UnregisteredHosts } from '../catalogue/nodes/unregistered-hosts.tsx';
import { PaymentsAndStock, WaitingAndFailing, WorkloadsCard } from './attention.tsx';
import { useUrlParameter } from '../../ui/use-url-parameter.ts';
import { FleetCard } from './fleet.tsx';
import { FreeGpusCard } from './free-gpus-card.tsx';
import { MoneyCards } from './money.tsx';
import { NeedsCard } from './needs-card.tsx';
import { RevenueCard } from './revenue-card.tsx';

const MachineRanking = lazyPart(async () => (await import('./machine-ranking.tsx')).MachineRanking, null);

const REFRESH_MS = 30_000;

/** /admin/overview: problems that need an operator, the use of GPUs and revenue. The rest is collapsed. */
export function AdminOverviewPage() {
  const { t } = useTranslation();
  const query = useApi('getOverview', undefined, { refetchInterval: REFRESH_MS });
  return (
    <PageSection hasBodyWrapper={false}>
      <Stack hasGutter>
        <PageTitle>{t('navigation.admin.overview')}</PageTitle>
        <Loaded query={query}>
          {(overview) => (
            <>
              <Grid hasGutter xl={6} className="gpulease-own-heights">
                <Stack hasGutter>
                  <NeedsCard {...overview} />
                  <FleetCard {...overview} />
                </Stack>
                <Stack hasGutter>
                  <RevenueCard {...overview} />
                  <FreeGpusCard {...overview} />
                </Stack>
              </Grid>
              <UnregisteredHosts />
              <Rest {...overview} />
            </>
          )}
        </Loaded>
      </Stack>
    </PageSection>
  );
}

/** The URL stores whether it is open. Collapsed cards request no data. */
function Rest(overview: Overview) {
  const { t } = useTranslation();
  const [open, setOpen] = useUrlParameter('more');
  const isOpen = open !== undefined;
  const toggle = () => setOpen(isOpen ? undefined : 'true');
  return (
    <ExpandableSection toggleText={t('overview.more')} isExpanded={isOpen} onToggle={toggle}>
      {isOpen && (
        <Stack hasGutter>
          <Grid hasGutter md={6} xl={4} className="gpulease-own-heights">
            <WaitingAndFailing {...overview} />
            <PaymentsAndStock {...overview} />
            <WorkloadsCard {...overview} />
          </Grid>
          <MachineRanking {...overview} />
          <Grid hasGutter xl={4} className="gpulease-own-heights">
            <MoneyCards {...overview} />
          </Grid>
        </Stack>
      )}
    </ExpandableSection>
  );
}
