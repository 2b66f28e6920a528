import type { Availability, Image, Region, Sku } from '@gpulease/contract/catalogue';
import type { PricingMode } from '@gpulease/contract/enums';
import type { Page } from '@gpulease/contract/common';
import type { UseQueryResult } from '@tanstack/react-query';
import { useApi } from '../../api/queries.ts';
import { useWholeList } from '../../api/whole-list.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { onOffer } from './on-offer.ts';
import { inLanguage } from './translations.ts';

/** The SKUs on offer, with their availability in each region. */
export function useSkus(options: { readonly refetchInterval?: number } = {}) {
  const language = useLanguage();
  const first = useApi('listCatalogueSkus', onOffer.skus, {
    ...options,
    select: (page) => ({ ...page, items: page.items.map((sku) => inLanguage(sku, language)) }),
  });
  const all = useWholeList(
    'listCatalogueSkus',
    { status: 'active' },
    { ...options, enabled: hasMore(first.data) },
  );
  return whole(first, all, (sku) => inLanguage(sku, language));
}

export function useRegions() {
  const language = useLanguage();
  const first = useApi('listCatalogueRegions', onOffer.regions, {
    select: (page) => ({ ...page, items: page.items.map((region) => inLanguage(region, language)) }),
  });
  const all = useWholeList('listCatalogueRegions', { status: 'active' }, { enabled: hasMore(first.data) });
  return whole(first, all, (region) => inLanguage(region, language));
}

export function useImages() {
  const language = useLanguage();
  const first = useApi('listCatalogueImages', onOffer.images, {
    select: (page) => ({ ...page, items: page.items.map((image) => inLanguage(image, language)) }),
  });
  const all = useWholeList('listCatalogueImages', { status: 'enabled' }, { enabled: hasMore(first.data) });
  return whole(first, all, (image) => inLanguage(image, language));
}

/** Whether the catalogue has more than one page. */
function hasMore<T>(first: Page<T> | undefined): boolean {
  return first !== undefined && first.total > first.items.length;
}

/** The first page if it is everything; otherwise the whole catalogue, once it is loaded. */
function whole<T>(
  first: UseQueryResult<Page<T>>,
  all: UseQueryResult<T[]>,
  translated: (item: T) => T,
): Pick<UseQueryResult<Page<T>>, 'data' | 'error' | 'refetch'> {
  if (first.data === undefined || !hasMore(first.data)) return first;
  const items = all.data?.map(translated);
  const refetch = first.refetch;
  return { data: items && { ...first.data, items, pageSize: items.length }, error: all.error, refetch };
}

/** The domain of a region's HTTP hosts; null if it has none, undefined while loading. */
export function useHttpDomain(region: string): string | null | undefined {
  return useRegions().data?.items.find(({ name }) => name === region)?.httpDomain;
}

/** The name of a region in the current language. */
export function regionName(regions: readonly Region[] | undefined, name: string): string {
  return regions?.find((region) => region.name === name)?.displayName ?? name;
}

/** The display name of an offer; the name itself if the offer was withdrawn. */
export function useCatalogueNames() {
  const regions = useRegions().data?.items;
  const images = useImages().data?.items;
  return {
    regionOf: (name: string) => regionName(regions, name),
    imageOf: (name: string) => {
      const image = images?.find((one) => one.name === name);
      return image ? imageTitle(image) : name;
    },
  };
}

/** The display name of a GPU model from the SKUs on offer; the model itself if none has it. */
export function useGpuTitle(): (name: string) => string {
  const skus = useSkus().data?.items;
  return (name) => skus?.find(({ gpu }) => gpu === name)?.gpuModel ?? name;
}

/** How many are available now in a mode. Spot machines give way to others and use what is left or booked for later. */
export function supplyFor(mode: PricingMode, place: Availability): Availability['spot'] {
  return mode === 'SPOT' ? place.spot : place;
}

/** Whether the SKU can be ordered in any region, or in the given one, in any mode, now or for a later term. */
export function isAvailable({ pricing, availability }: Sku, region?: string): boolean {
  return availability
    .filter((place) => region === undefined || place.region === region)
    .some((place) =>
      pricing.some(
        ({ mode }) => supplyFor(mode, place).available > 0 || (mode === 'RESERVED' && place.bookable > 0),
      ),
    );
}

/**
 * Whether an order for the SKU is accepted in any region, or in the given one: it is available, or the order waits in the
 * queue, as orders that are paid by use may.
 */
export function isOrderable(sku: Sku, region?: string): boolean {
  const isThere = sku.availability.some((place) => region === undefined || place.region === region);
  const mayWait = isThere && sku.pricing.some(({ mode }) => mode !== 'RESERVED');
  return mayWait || isAvailable(sku, region);
}

/** The label of an image. Its name distinguishes it from others with the same description. */
export function imageTitle({ name, description }: Pick<Image, 'name' | 'description'>): string {
  return description ? `${description.replace(/[.。]$/, '')} (${name})` : name;
}
