import type { Region } from '@gpulease/contract/catalogue';
import { pricingModes, type PricingMode } from '@gpulease/contract/enums';
import { Content, List, ListItem, Toolbar, ToolbarContent } from '@patternfly/react-core';
import { useWords } from '../../i18n/words.ts';
import { LinkButton } from '../../ui/links.tsx';
import { allOf, Loaded } from '../../ui/loaded.tsx';
import { Price } from '../../ui/money.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import { column } from '../../ui/table/column-kinds.tsx';
import type { Column } from '../../ui/table/column.ts';
import { NoResults } from '../../ui/table/empty-states.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { Rows, SkeletonRows } from '../../ui/table/rows.tsx';
import { ToolbarChoice } from '../../ui/toolbar-choice.tsx';
import { firstAvailable, availableMode, offersShown, type GpuOffer } from './gpu-offers.ts';
import { LazyStockAlert } from './lazy-stock-alert.ts';
import {
  isAvailable,
  isOrderable,
  regionName,
  sizeText,
  supplyFor,
  useRegions,
  useSkus,
  useSupplyWords,
} from './queries.ts';

/** The polling interval for availability: visitors get no live events. */
const REFRESH_MS = 15_000;

/** Compares the GPU models: the price of one GPU per hour in each mode, and how many are free in each region. */
export function GpuComparison() {
  const { t } = useWords();
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

interface Chosen {
  readonly regions: readonly Region[];
  readonly region: string | undefined;
  readonly mode: PricingMode | undefined;
}

function useOfferColumns({ regions, region, mode }: Chosen): readonly Column<GpuOffer>[] {
  const { t, format } = useWords();
  const modes = mode === undefined ? pricingModes : [mode];
  return [
    column('model', t('sku.gpu'), (offer) => <strong>{offer.model ?? t('sku.noGpu')}</strong>, {
      sortBy: 'model',
    }),
    column('memory', t('catalogue.memory'), ({ memory }) => (memory === null ? '–' : format.gib(memory)), {
      sortBy: 'memory',
      isNarrow: true,
    }),
    ...modes.map((one) => ({
      key: one,
      title: t(`pricingMode.${one}`),
      sortBy: one,
      isNarrow: true,
      render: (offer: GpuOffer) => <FirstPrice offer={offer} mode={one} />,
    })),
    column('sizes', t('home.sizes'), (offer) => <Sizes offer={offer} />, { isNarrow: true }),
    column('availability', t('sku.availability'), (offer) => (
      <Places offer={offer} regions={regions} region={region} mode={mode} />
    )),
    column('rent', t('home.rent'), (offer) => <Rent offer={offer} region={region} mode={mode} />, {
      isNarrow: true,
    }),
  ];
}

/** The price of one GPU per hour in the machine that Rent chooses, which is named if others have a different price. */
function FirstPrice({ offer, mode }: { readonly offer: GpuOffer; readonly mode: PricingMode }) {
  const { t } = useWords();
  const first = offer.prices[mode];
  if (!first) return '–';
  const { price, machine, isVaried } = first;
  const size =
    offer.gpu === ''
      ? t('sku.cpuMachine', { number: machine.cpu })
      : t('sku.gpuMachine', { number: machine.gpuNumber });
  return (
    <>
      <Price price={price} unit="HOUR" />
      {isVaried && <Content component="small">{size}</Content>}
    </>
  );
}

function Sizes({ offer: { gpu, skus } }: { readonly offer: GpuOffer }) {
  const { t, format } = useWords();
  const counts = [...new Set(skus.map(({ gpuNumber }) => `×${gpuNumber}`))].join('  ');
  const [smallest] = skus;
  return (
    <>
      {gpu === '' ? t('home.sizeCount', { count: skus.length }) : counts}
      {smallest && <Content component="small">{sizeText(smallest, { t, format })}</Content>}
    </>
  );
}

function Places({ offer, regions, region, mode }: Chosen & { readonly offer: GpuOffer }) {
  const { t } = useWords();
  const supply = useSupplyWords();
  const places = offer.places.filter((place) => region === undefined || place.region === region);
  return (
    <List isPlain>
      {places.map((place) => {
        const left = mode ?? availableMode(offer.skus, place.region) ?? 'ON_DEMAND';
        const { available, level } = supplyFor(left, place);
        const isSpotOnly = mode === undefined && left === 'SPOT';
        const text = isSpotOnly ? t('sku.spotOnly', { available }) : supply(left, place);
        return (
          <ListItem key={place.region}>
            <span className="gpulease-place">
              <Content component="small">{regionName(regions, place.region)}</Content>
              <StatusLabel kind="availability" status={level} text={text} />
            </span>
          </ListItem>
        );
      })}
    </List>
  );
}

/** Opens the order form with the choice; if sold out, offers the queue or a stock alert. */
function Rent({ offer, region, mode }: Omit<Chosen, 'regions'> & { readonly offer: GpuOffer }) {
  const { t } = useWords();
  const asked = mode ?? availableMode(offer.skus, region);
  const sku = asked ? offer.prices[asked]?.machine : firstAvailable(offer.skus, region);
  if (!sku) return t('status.availability.NONE');
  const alert = <LazyStockAlert sku={sku.name} region={region} name={sku.displayName} />;
  if (!isOrderable(sku, region)) return alert;
  const isFree = isAvailable(sku, region);
  const search = new URLSearchParams({
    sku: sku.name,
    ...(region && { region }),
    ...(asked && { mode: asked }),
  });
  return (
    <>
      <LinkButton to={`/workloads/create?${search.toString()}`} variant="secondary" size="sm">
        {t(isFree ? 'home.rent' : 'home.wait')}
      </LinkButton>
      {!isFree && <div>{alert}</div>}
    </>
  );
}
