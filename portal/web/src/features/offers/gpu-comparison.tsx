import type { Region } from '@gpulease/contract/catalogue';
import { pricingModes, type PricingMode } from '@gpulease/contract/enums';
import {
  Content,
  FormSelect,
  FormSelectOption,
  Toolbar,
  ToolbarContent,
  ToolbarItem,
} from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useRegions, useSkus } from './queries.ts';
import { allOf, Loaded } from '../../ui/loaded.tsx';
import { NoResults } from '../../ui/table/empty-states.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { Rows, SkeletonRows } from '../../ui/table/rows.tsx';
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
  const columns = useOfferColumns({ regions: query.data?.regions.items ?? [], region, mode });
  const title = t('home.offers');
  return (
    <>
      <Content component="h2">{title}</Content>
      <Filters
        regions={query.data?.regions.items ?? []}
        region={region}
        mode={mode}
        onChange={state.setFilter}
      />
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

interface FiltersProps {
  readonly regions: readonly Region[];
  readonly region: string | undefined;
  readonly mode: PricingMode | undefined;
  readonly onChange: (name: string, value: string | undefined) => void;
}

function Filters({ regions, region, mode, onChange }: FiltersProps) {
  const { t } = useTranslation();
  return (
    <Toolbar inset={{ default: 'insetNone' }}>
      <ToolbarContent>
        <ToolbarItem>
          <FormSelect
            aria-label={t('workload.region')}
            value={region ?? ''}
            onChange={(_, value) => onChange('region', value)}
          >
            <FormSelectOption value="" label={t('home.allRegions')} />
            {regions.map(({ name, displayName }) => (
              <FormSelectOption key={name} value={name} label={displayName} />
            ))}
          </FormSelect>
        </ToolbarItem>
        <ToolbarItem>
          <FormSelect
            aria-label={t('workload.pricing')}
            value={mode ?? ''}
            onChange={(_, value) => onChange('mode', value)}
          >
            <FormSelectOption value="" label={t('home.allModes')} />
            {pricingModes.map((value) => (
              <FormSelectOption key={value} value={value} label={t(`pricingMode.${value}`)} />
            ))}
          </FormSelect>
        </ToolbarItem>
      </ToolbarContent>
    </Toolbar>
  );
}
