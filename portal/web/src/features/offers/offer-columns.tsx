import type { Region } from '@gpulease/contract/catalogue';
import { pricingModes, type PricingMode } from '@gpulease/contract/enums';
import { Content, List, ListItem } from '@patternfly/react-core';
import { useWords } from '../../i18n/words.ts';
import { column } from '../../ui/table/column-kinds.tsx';
import { firstAvailable, modeLeft, type GpuOffer } from './gpu-offers.ts';
import { isAvailable, isOrderable, regionName, supplyFor } from './queries.ts';
import { LazyStockAlert } from './lazy-stock-alert.ts';
import { useSupplyWords } from './supply-words.ts';
import { LinkButton } from '../../ui/links.tsx';
import { Price } from '../../ui/money.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import type { Column } from '../../ui/table/column.ts';

interface Chosen {
  readonly regions: readonly Region[];
  readonly region: string | undefined;
  readonly mode: PricingMode | undefined;
}

/** The columns of the comparison: model, price in each mode, availability and order button. */
export function useOfferColumns({ regions, region, mode }: Chosen): readonly Column<GpuOffer>[] {
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

/** The possible numbers of GPUs, and the other resources of the smallest machine. */
function Sizes({ offer: { gpu, skus } }: { readonly offer: GpuOffer }) {
  const { t, format } = useWords();
  const counts = [...new Set(skus.map(({ gpuNumber }) => `×${gpuNumber}`))].join('  ');
  const [smallest] = skus;
  return (
    <>
      {gpu === '' ? t('home.sizeCount', { count: skus.length }) : counts}
      {smallest && (
        <Content component="small">
          {t('sku.size', {
            count: smallest.cpu,
            memory: format.gib(smallest.memory),
            disk: format.gib(smallest.disk),
          })}
        </Content>
      )}
    </>
  );
}

/** The availability in each region, or in the chosen one. */
function Places({ offer, regions, region, mode }: Chosen & { readonly offer: GpuOffer }) {
  const { t } = useWords();
  const supply = useSupplyWords();
  const places = offer.places.filter((place) => region === undefined || place.region === region);
  return (
    <List isPlain>
      {places.map((place) => {
        const left = mode ?? modeLeft(offer.skus, place.region) ?? 'ON_DEMAND';
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
  const asked = mode ?? modeLeft(offer.skus, region);
  const sku = asked ? offer.prices[asked]?.machine : firstAvailable(offer.skus, region);
  if (!sku) return t('status.availability.NONE');
  if (!isOrderable(sku, region))
    return <LazyStockAlert sku={sku.name} region={region} name={sku.displayName} />;
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
      {!isFree && (
        <div>
          <LazyStockAlert sku={sku.name} region={region} name={sku.displayName} />
        </div>
      )}
    </>
  );
}
