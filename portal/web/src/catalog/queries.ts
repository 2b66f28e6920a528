import type { Availability, Image, Region, Sku } from '@gpulease/contract/catalog';
import type { PricingMode } from '@gpulease/contract/enums';
import { useApi } from '../api/queries.ts';
import { useLanguage } from '../i18n/i18n.ts';
import { onOffer } from './on-offer.ts';
import { inLanguage } from './translations.ts';

/** The SKUs on offer, with what is free in each region. */
export function useSkus(options: { readonly refetchInterval?: number } = {}) {
  const language = useLanguage();
  return useApi('listCatalogSkus', onOffer.skus, {
    ...options,
    select: (page) => ({ ...page, items: page.items.map((sku) => inLanguage(sku, language)) }),
  });
}

export function useRegions() {
  const language = useLanguage();
  return useApi('listCatalogRegions', onOffer.regions, {
    select: (page) => ({ ...page, items: page.items.map((region) => inLanguage(region, language)) }),
  });
}

export function useImages() {
  const language = useLanguage();
  return useApi('listCatalogImages', onOffer.images, {
    select: (page) => ({ ...page, items: page.items.map((image) => inLanguage(image, language)) }),
  });
}

/** What HTTP hosts of a region end with; null where it serves none, undefined while that is not known. */
export function useHttpDomain(region: string): string | null | undefined {
  return useRegions().data?.items.find(({ name }) => name === region)?.httpDomain;
}

/** How a region is called. */
export function regionName(regions: readonly Region[] | undefined, name: string): string {
  return regions?.find((region) => region.name === name)?.displayName ?? name;
}

/** How what is on offer is called, by its name; the name itself for what is withdrawn. */
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

/** How a GPU model is called on what is on offer; its own name where nothing is. */
export function useGpuTitle(): (name: string) => string {
  const skus = useSkus().data?.items;
  return (name) => skus?.find(({ gpu }) => gpu === name)?.gpuModel ?? name;
}

/** What can be had now in a mode: Spot machines make room for the others, and have what is left or booked for later. */
export function supplyFor(mode: PricingMode, place: Availability): Availability['spot'] {
  return mode === 'SPOT' ? place.spot : place;
}

/** Whether the SKU can be ordered anywhere, or in the one region, in at least one of its modes, now or for a later term. */
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
 * Whether an order for the SKU may be placed in some region, or in the one: it is to be had, or the order waits in the queue,
 * as all may that are paid by use.
 */
export function isOrderable(sku: Sku, region?: string): boolean {
  const isThere = sku.availability.some((place) => region === undefined || place.region === region);
  const mayWait = isThere && sku.pricing.some(({ mode }) => mode !== 'RESERVED');
  return mayWait || isAvailable(sku, region);
}

/** How an image is called; its name tells it from others of the same description. */
export function imageTitle({ name, description }: Pick<Image, 'name' | 'description'>): string {
  return description ? `${description.replace(/[.。]$/, '')} (${name})` : name;
}
