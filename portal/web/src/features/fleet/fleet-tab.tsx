import { PageSection } from '@patternfly/react-core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useGraphTime } from '../../ui/charts/use-graph-time.ts';
import type { UrlTab } from '../../ui/url-tabs.tsx';
import { FleetGraph, type FleetPart } from './fleet-graph.tsx';

/** The tab of a region or a GPU model with what its GPUs did. */
export function fleetTab(t: TFunction, part: FleetPart): UrlTab {
  return { key: 'monitoring', title: t('workload.tab.monitoring'), content: <FleetOf part={part} /> };
}

function FleetOf({ part }: { readonly part: FleetPart }) {
  const { t } = useTranslation();
  const time = useGraphTime('7d');
  return (
    <PageSection hasBodyWrapper={false}>
      <FleetGraph title={t('fleet.title')} part={part} time={time} />
    </PageSection>
  );
}
