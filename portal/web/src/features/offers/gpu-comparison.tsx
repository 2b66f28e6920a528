import { pricingModes, type PricingMode } from '@gpulease/contract/enums';
import { Content, Toolbar, ToolbarContent } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useRegions, useSkus } from './queries.ts';
import { allOf, Loaded } from '../../ui/loaded.tsx';
import { NoResults } from '../../ui/table/empty-states.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { Rows, SkeletonRows } from '../../ui/table/rows.tsx';
import { ToolbarChoice } from '../../ui/toolbar-choice.tsx';
import { offersShown } from './offers-shown.ts';
import { useOfferColumns } from './offer-columns.tsx';

/** The polling interval for availability: visitors get no live events. */
const REFRESH_MS = 15_000;

/** Compares the GPU models: the price of one GPU per hour in each mode, and how many are free in each region. */
export function GpuComparison() {
  const { t } = useTranslation();
  const state = useListState({ filters: ['region', 'mode'], sorts: ['model', 'memory', ...pricingModes] });
  const { region, mode } = state.filters as { region?: string; mode?: PricingMode };
  const query = allOf({ skus: useSkus({ refetchInterval: REFRESH_MS }), regions: useRegions() });
  const regions = query.data?.regions.items ?? [];
  const columns = useOfferColumns({ regions, region, mode });
  const title = t('home.offers');
  return (
    <>
      <Content component="h2">{title}</Content>
      <Toolbar inset={{ default: 'insetNone' }}>
        <ToolbarContent>
          <ToolbarChoice
            label={t('workload.region')}
            all={t('home.allRegions')}
            options={regions.map(({ name, displayName }) => ({ value: name, label: displayName }))}
            chosen={region}
            onChoose={(value) => state.setFilter('region', value)}
          />
          <ToolbarChoice
            label={t('workload.pricing')}
            all={t('home.allModes')}
            options={pricingModes.map((value) => ({ value, label: t(`pricingMode.${value}`) }))}
            chosen={mode}
            onChoose={(value) => state.setFilter('mode', value)}
          />
        </ToolbarContent>
      </Toolbar>
      <Loaded query={query} skeleton={<SkeletonRows title={title} columns={columns} />}>
        {({ skus }) => {
          const offers = offersShown(skus.items, { region, mode, sort: state.sort });
          if (offers.length === 0) return <NoResults onClear={state.clearFilters} />;
          return (
            <Rows
              title={title}
              columns={columns}
              items={offers}
              rowKey={({ gpu }) => gpu}
              sort={state.sort}
              onSort={state.setSort}
            />
          );
        }}
      </Loaded>
    </>
  );
}
