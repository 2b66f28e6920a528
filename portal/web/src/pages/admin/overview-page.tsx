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
  Title,
} from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import type { Overview } from '@gpulease/contract/admin';
import { useApi } from '../../api/queries.ts';
import { FailureState } from '../../errors/failure-state.tsx';
import { Fact } from '../../ui/fact.tsx';
import { LoadingPage } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';

const REFRESH_MS = 30_000;

interface OverviewProps {
  readonly overview: Overview;
}

/** /admin/overview: users, machines, GPUs and money at a glance. */
export function OverviewPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useApi('getOverview', undefined, { refetchInterval: REFRESH_MS });
  if (error && !data) return <FailureState failure={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingPage />;
  return (
    <PageSection hasBodyWrapper={false}>
      <Stack hasGutter>
        <StackItem>
          <Title headingLevel="h1" size="2xl">
            {t('navigation.admin.overview')}
          </Title>
        </StackItem>
        <StackItem>
          <Gallery hasGutter minWidths={{ default: '300px' }}>
            <MoneyCard overview={data} />
            <WorkloadsCard overview={data} />
            <GpusCard overview={data} />
          </Gallery>
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
