import type { PlatformCheck } from '@gpulease/contract/platform';
import { type PlatformCheckName, platformNormal } from '@gpulease/contract/platform-checks';
import { Content, DescriptionList, Grid, PageSection, Stack, StackItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/queries.ts';
import { useWords } from '../../i18n/words.ts';
import { Fact } from '../../ui/fact.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { WhatToDo } from '../../ui/what-to-do.tsx';
import { platformPages } from './pages.ts';

/** Platform checks have no live events. */
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

/** /admin/platform: the platform's components, their versions and problems. */
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
            <Grid hasGutter lg={6} className="gpulease-own-heights">
              {(Object.keys(groups) as Group[]).map((group) => (
                <GroupCard key={group} group={group} checks={checks} />
              ))}
            </Grid>
          )}
        </Loaded>
      </Stack>
    </PageSection>
  );
}

function GroupCard({ group, checks }: { readonly group: Group; readonly checks: readonly PlatformCheck[] }) {
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
  const finding = useFinding(check);
  const normal = useNormal(check.name);
  return (
    <>
      <StatusLabel kind="platform" status={check.status} /> {finding}
      {check.name === 'JOBS' && (
        <>
          {' · '}
          <TextLink to="/admin/jobs">{t('platform.toJobs')}</TextLink>
        </>
      )}
      <Content component="small">
        {normal} {check.status !== 'OK' && <WhatToDo page={platformPages[check.name]} />}
      </Content>
    </>
  );
}

function useFinding({ finding, parameters }: PlatformCheck): string {
  const { t, format } = useWords();
  const shown = ([key, value]: readonly [string, string | number]) => {
    if (key === 'at' || key === 'since') return [key, format.minute(String(value))];
    if (key === 'seconds') return [key, format.duration(Number(value))];
    return [key, typeof value === 'number' ? format.number(value) : value];
  };
  const values = Object.fromEntries(Object.entries(parameters).map(shown)) as object;
  return t(`platform.finding.${finding}`, { replace: values });
}

const { oldest, ...limits } = platformNormal;

function useNormal(name: PlatformCheckName): string {
  const { t } = useTranslation();
  const version = name in oldest ? oldest[name as keyof typeof oldest] : '';
  return t(`platform.normal.${name}`, { replace: { ...limits, version } });
}
