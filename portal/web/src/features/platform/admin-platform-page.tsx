import type { PlatformCheck } from '@gpulease/contract/platform';
import type { PlatformCheckName } from '@gpulease/contract/platform-checks';
import { Content, DescriptionList, Grid, PageSection, Stack, StackItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/queries.ts';
import { Fact } from '../../ui/fact.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import { WhatToDo } from '../../ui/what-to-do.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { platformPages } from './pages.ts';
import { useFinding, useNormal } from './finding.ts';

/** The platform tells of itself without live events. */
const REFRESH_MS = 30_000;

const groups = {
  programs: [
    'PORTAL',
    'PORTAL_REPLICAS',
    'PORTAL_CERTIFICATE',
    'WORKER',
    'WORKER_REPLICAS',
    'OPERATOR',
    'OPERATOR_REPLICAS',
  ],
  billing: [
    'SWEEP',
    'BOOKS',
    'JOBS',
    'BACKUP',
    'RESTORE_TEST',
    'WECHAT_MERCHANT_CERTIFICATE',
    'WECHAT_PLATFORM_CERTIFICATE',
  ],
  database: ['POSTGRESQL', 'SCHEMA', 'CONNECTIONS'],
  cluster: ['KUBERNETES', 'KUBEVIRT', 'CDI'],
} as const satisfies Readonly<Record<string, readonly PlatformCheckName[]>>;

type Group = keyof typeof groups;

/** /admin/platform: what runs, in which version, and what is not as it should be. */
export function AdminPlatformPage() {
  const { t } = useTranslation();
  const query = useApi('getPlatform', undefined, { refetchInterval: REFRESH_MS });
  return (
    <PageSection hasBodyWrapper={false}>
      <Stack hasGutter>
        <StackItem>
          <PageTitle>{t('navigation.admin.platform')}</PageTitle>
          <Content component="p">{t('platform.lead')}</Content>
        </StackItem>
        <Loaded query={query}>
          {({ checks }) => (
            <StackItem>
              <Grid hasGutter lg={6} className="gpulease-own-heights">
                {(Object.keys(groups) as Group[]).map((group) => (
                  <GroupCard key={group} group={group} checks={checks} />
                ))}
              </Grid>
            </StackItem>
          )}
        </Loaded>
      </Stack>
    </PageSection>
  );
}

interface GroupCardProps {
  readonly group: Group;
  readonly checks: readonly PlatformCheck[];
}

function GroupCard({ group, checks }: GroupCardProps) {
  const { t } = useTranslation();
  const shown = groups[group].flatMap((wanted) => checks.filter(({ name }) => name === wanted));
  return (
    <TitledCard isCompact title={t(`platform.group.${group}`)}>
      <DescriptionList isCompact>
        {shown.map((check) => (
          <Fact key={check.name} term={t(`platform.check.${check.name}`)}>
            <Check check={check} />
          </Fact>
        ))}
      </DescriptionList>
    </TitledCard>
  );
}

function Check({ check }: { readonly check: PlatformCheck }) {
  const { t } = useTranslation();
  const findingOf = useFinding();
  const normalOf = useNormal();
  return (
    <>
      <StatusLabel kind="platform" status={check.status} /> {findingOf(check)}
      {check.name === 'JOBS' && (
        <>
          {' · '}
          <TextLink to="/admin/jobs">{t('platform.toJobs')}</TextLink>
        </>
      )}
      <Content component="small">
        {normalOf(check.name)} {check.status !== 'OK' && <WhatToDo page={platformPages[check.name]} />}
      </Content>
    </>
  );
}
