import type { Image, Region, Sku } from '@gpulease/contract/catalog';
import { useApi } from '../api/queries.ts';

const WHOLE_CATALOGUE = { pageSize: 100 } as const;

/** The SKUs on offer, with what is free in each region. */
export function useSkus() {
  return useApi('listCatalogSkus', { query: { ...WHOLE_CATALOGUE, status: 'active' } });
}

export function useRegions() {
  return useApi('listCatalogRegions', { query: { ...WHOLE_CATALOGUE, status: 'active' } });
}

export function useImages() {
  return useApi('listCatalogImages', { query: { ...WHOLE_CATALOGUE, status: 'enabled' } });
}

/** How a region is called. */
export function regionName(regions: readonly Region[] | undefined, name: string): string {
  return regions?.find((region) => region.name === name)?.displayName ?? name;
}

/** Whether at least one machine of the SKU is free anywhere, or in the one region. */
export function isAvailable(sku: Sku, region?: string): boolean {
  return sku.availability.some(
    (entry) => entry.available > 0 && (region === undefined || entry.region === region),
  );
}

/** How an image is called. */
export function imageTitle(image: Pick<Image, 'name' | 'description' | 'version'>): string {
  return image.description || image.name;
}
