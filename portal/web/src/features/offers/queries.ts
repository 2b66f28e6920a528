import type { Availability, Image, Region, Sku, Translations } from '@gpulease/contract/catalogue';
import type { Language, PricingMode } from '@gpulease/contract/enums';
import type { Page } from '@gpulease/contract/common';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CallInput } from '../../api/client.ts';
import type { ListOperation } from '../../api/lists.ts';
import { useApi } from '../../api/queries.ts';
import { useWholeList } from '../../api/whole-list.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import type { Words } from '../../i18n/words.ts';
import { onOffer } from './on-offer.ts';

type Offers<Item> = Pick<UseQueryResult<Page<Item>>, 'data' | 'error' | 'refetch'>;

interface Refreshed {
  readonly refetchInterval?: number;
}

export const useSkus = (options?: Refreshed) => useOffers<Sku>('listCatalogueSkus', onOffer.skus, options);

export const useRegions = () => useOffers<Region>('listCatalogueRegions', onOffer.regions);

export const useImages = () => useOffers<Image>('listCatalogueImages', onOffer.images);

/** Returns the first page if it is complete, otherwise the whole list once it is loaded, in the reader's language. */
function useOffers<Item extends Translated>(
  operation: ListOperation,
  { query }: (typeof onOffer)[keyof typeof onOffer],
  options?: Refreshed,
): Offers<Item> {
  const language = useLanguage();
  const translated = (items: readonly Item[]) => items.map((item) => inLanguage(item, language));
  const first = useApi(operation as 'listCatalogueSkus', { query } as CallInput<'listCatalogueSkus'>, {
    ...options,
    select: (page) => ({ ...page, items: translated(page.items as unknown as Item[]) as unknown as Sku[] }),
  }) as unknown as Offers<Item>;
  const { data, refetch } = first;
  const hasMore = data !== undefined && data.total > data.items.length;
  const all = useWholeList(operation, { status: query.status }, { ...options, enabled: hasMore });
  if (!hasMore) return first;
  const items = all.data && translated(all.data as unknown as Item[]);
  return { data: items && { ...data, items, pageSize: items.length }, error: all.error, refetch };
}

interface Translated {
  readonly translations: Translations;
}

/** A catalogue entry with its texts in the language; missing translations stay Chinese. */
export function inLanguage<Entry extends Translated>(entry: Entry, language: Language): Entry {
  if (language === 'zh') return entry;
  const given = Object.entries(entry.translations[language] ?? {}).filter(([, text]) => text !== undefined);
  return { ...entry, ...(Object.fromEntries(given) as Partial<Entry>) };
}

/** The domain of a region's HTTP hosts; null if it has none, undefined while loading. */
export function useHttpDomain(region: string): string | null | undefined {
  return useRegions().data?.items.find(({ name }) => name === region)?.httpDomain;
}

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

/** The supply available now in a mode. Spot machines yield to others and use capacity that is idle or booked for later. */
export function supplyFor(mode: PricingMode, place: Availability): Availability['spot'] {
  return mode === 'SPOT' ? place.spot : place;
}

/** Returns a formatter of the availability in a mode. What is sold out now may still be booked for later. */
export function useSupplyWords() {
  const { t } = useTranslation();
  return (mode: PricingMode, place: Availability | undefined): string => {
    if (!place) return t('sku.notHere');
    const { available } = supplyFor(mode, place);
    if (available > 0) return t('sku.left', { available });
    return t(mode === 'RESERVED' && place.bookable > 0 ? 'sku.laterOnly' : 'status.availability.NONE');
  };
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

/** Whether an order is accepted in any region, or in the given one: immediately, or in the queue if it is metered. */
export function isOrderable(sku: Sku, region?: string): boolean {
  const isThere = sku.availability.some((place) => region === undefined || place.region === region);
  const mayWait = isThere && sku.pricing.some(({ mode }) => mode !== 'RESERVED');
  return mayWait || isAvailable(sku, region);
}

export function sizeText({ cpu, memory, disk }: Pick<Sku, 'cpu' | 'memory' | 'disk'>, { t, format }: Words) {
  return t('sku.size', { count: cpu, memory: format.gib(memory), disk: format.gib(disk) });
}

/** The label of an image. Its name distinguishes it from others with the same description. */
export function imageTitle({ name, description }: Pick<Image, 'name' | 'description'>): string {
  return description ? `${description.replace(/[.。]$/, '')} (${name})` : name;
}
