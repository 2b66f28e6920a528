import { workloadStatuses } from '@gpulease/contract/enums';
import {
  Card,
  CardBody,
  CardTitle,
  DescriptionList,
  Gallery,
  PageSection,
  Progress,
  Stack,
  StackItem,
} from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import type { Overview } from '@gpulease/contract/admin';
import { useApi } from '../../api/queries.ts';
import { Fact } from '../../ui/fact.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';

const REFRESH_MS = 30_000;

interface OverviewProps {
  readonly overview: Overview;
}

/** /admin/overview: users, machines, GPUs and money at a glance. */
export function OverviewPage() {
  const { t } = useTranslation();
  const query = useApi('getOverview', undefined, { refetchInterval: REFRESH_MS });
  return (
    <PageSection hasBodyWrapper={false}>
      <Stack hasGutter>
        <StackItem>
          <PageTitle>{t('navigation.admin.overview')}</PageTitle>
        </StackItem>
        <StackItem>
          <Loaded query={query}>
            {(overview) => (
              <Gallery hasGutter minWidths={{ default: '300px' }}>
                <MoneyCard overview={overview} />
                <WorkloadsCard overview={overview} />
                <GpusCard overview={overview} />
              </Gallery>
            )}
          </Loaded>
        </StackItem>
      </Stack>
    </PageSection>
  );
}

function MoneyCard({ overview: { money, users } }: OverviewProps) {
  const { t } = useTranslation();
  return (
    <Card>
      <CardTitle component="h2">{t('overview.money')}</CardTitle>
      <CardBody>
        <DescriptionList isCompact isHorizontal isFluid>
          <Fact term={t('overview.users')}>
            {t('overview.usersValue', { active: users.active, total: users.total })}
          </Fact>
          <Fact term={t('overview.rechargedToday')}>
            <Money amount={money.rechargedToday} />
          </Fact>
          <Fact term={t('overview.rechargedThisMonth')}>
            <Money amount={money.rechargedThisMonth} />
          </Fact>
          <Fact term={t('overview.usageToday')}>
            <Money amount={money.usageToday} />
          </Fact>
          <Fact term={t('overview.usageThisMonth')}>
            <Money amount={money.usageThisMonth} />
          </Fact>
          <Fact term={t('overview.burnPerHour')}>
            <Money amount={money.burnPerHour} />
          </Fact>
        </DescriptionList>
      </CardBody>
    </Card>
  );
}

function WorkloadsCard({ overview: { workloads } }: OverviewProps) {
  const { t } = useTranslation();
  const present = workloadStatuses.filter((status) => workloads.byStatus[status]);
  return (
    <Card>
      <CardTitle component="h2">{t('overview.workloads', { total: workloads.total })}</CardTitle>
      <CardBody>
        <Stack hasGutter>
          {present.length === 0 && <StackItem>{t('workload.empty')}</StackItem>}
          {present.map((status) => (
            <StackItem key={status}>
              <StatusLabel kind="workload" status={status} detail={String(workloads.byStatus[status] ?? 0)} />
            </StackItem>
          ))}
        </Stack>
      </CardBody>
    </Card>
  );
}

function GpusCard({ overview: { gpus } }: OverviewProps) {
  const { t } = useTranslation();
  return (
    <Card>
      <CardTitle component="h2">{t('overview.gpus')}</CardTitle>
      <CardBody>
        <Stack hasGutter>
          {gpus.map(({ region, model, total, allocated }) => (
            <StackItem key={`${region} ${model}`}>
              <Progress
                size="sm"
                title={`${region} · ${model}`}
                value={allocated}
                max={Math.max(total, 1)}
                label={`${allocated} / ${total}`}
                valueText={t('overview.gpusInUse', { allocated, total })}
              />
            </StackItem>
          ))}
        </Stack>
      </CardBody>
    </Card>
  );
}
