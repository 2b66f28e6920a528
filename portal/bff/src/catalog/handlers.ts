/** The catalogue's lists, filtered, sorted and paged in memory. */
import type { SKU } from '@gpulease/crds';
import type { Sku } from '@gpulease/contract/catalog';
import type { Page } from '@gpulease/contract/common';
import type { Query } from '@gpulease/contract/routes';
import type { Handlers } from '../http/handler.ts';
import type { Catalog } from './catalog.ts';
import { matches, meets, pageOf } from './page.ts';
import { toGpu, toImage, toNode, toPricingPolicy, toRegion, toSku } from './views.ts';

type CatalogOperation =
  | 'listCatalogRegions'
  | 'listCatalogGpus'
  | 'listCatalogSkus'
  | 'listCatalogImages'
  | 'listCatalogPricingPolicies'
  | 'listRegions'
  | 'listNodes'
  | 'listGpus'
  | 'listSkus'
  | 'listVmImages'
  | 'listPricingPolicies';

const byName = { defaultSort: 'name' };

/** Everything is shown to customers and operators alike; what is Inactive or Disabled is shown as such. */
export function catalogHandlers(catalog: Catalog): Handlers<CatalogOperation> {
  const answer = <Q, T>(list: (query: Q) => Page<T>) => {
    return ({ query }: { query: Q }) => Promise.resolve(list(query));
  };
  const regions = answer((query: Query<'listRegions'>) => listRegions(catalog, query));
  const gpus = answer((query: Query<'listGpus'>) => listGpus(catalog, query));
  const skus = answer((query: Query<'listSkus'>) => listSkus(catalog, query));
  const images = answer((query: Query<'listVmImages'>) => listImages(catalog, query));
  const policies = answer((query: Query<'listPricingPolicies'>) => listPolicies(catalog, query));
  return {
    listCatalogRegions: regions,
    listCatalogGpus: gpus,
    listCatalogSkus: skus,
    listCatalogImages: images,
    listCatalogPricingPolicies: policies,
    listRegions: regions,
    listNodes: answer((query) => listNodes(catalog, query)),
    listGpus: gpus,
    listSkus: skus,
    listVmImages: images,
    listPricingPolicies: policies,
  };
}

function listRegions({ regions }: Catalog, query: Query<'listRegions'>) {
  const items = regions.store
    .list()
    .map(toRegion)
    .filter(
      ({ name, displayName, description, status }) =>
        meets(query.status, status) && matches(query.search, name, displayName, description),
    );
  return pageOf(items, query, byName);
}

function listGpus({ gpus }: Catalog, query: Query<'listGpus'>) {
  const items = gpus.store
    .list()
    .map(toGpu)
    .filter(({ name, vendor, model }) => matches(query.search, name, vendor, model));
  return pageOf(items, query, byName);
}

function listSkus(catalog: Catalog, query: Query<'listSkus'>): Page<Sku> {
  const items = catalog.skus.store
    .list()
    .map((sku) => skuView(catalog, sku))
    .filter((sku) => isWanted(sku, query));
  return pageOf(items, query, byName);
}

/** An SKU with the GPU and the prices that it names. */
export function skuView({ gpus, pricingPolicies }: Catalog, sku: SKU): Sku {
  const { gpu, pricing } = sku.spec;
  return toSku(sku, {
    gpu: gpu && gpus.store.get({ name: gpu.model }),
    policies: pricing.flatMap((name) => pricingPolicies.store.get({ name }) ?? []),
  });
}

function isWanted(sku: Sku, { status, gpu, mode, region, search }: Query<'listSkus'>): boolean {
  return (
    meets(status, sku.status) &&
    meets(gpu, sku.gpu ?? '') &&
    (mode === undefined || sku.pricing.some((pricing) => pricing.mode === mode)) &&
    (region === undefined || sku.availability.some((place) => place.region === region)) &&
    matches(search, sku.name, sku.displayName, sku.description, sku.gpuModel)
  );
}

function listImages({ images }: Catalog, query: Query<'listVmImages'>) {
  const items = images.store
    .list()
    .map(toImage)
    .filter(
      (image) =>
        meets(query.status, image.status) &&
        meets(query.osType, image.osType) &&
        meets(query.architecture, image.architecture) &&
        matches(query.search, image.name, image.description, image.version),
    );
  return pageOf(items, query, byName);
}

function listPolicies({ pricingPolicies }: Catalog, query: Query<'listPricingPolicies'>) {
  const items = pricingPolicies.store
    .list()
    .map(toPricingPolicy)
    .filter(
      ({ name, mode, description }) => meets(query.mode, mode) && matches(query.search, name, description),
    );
  return pageOf(items, query, { ...byName, sortKeys: { price: ({ price }) => Number(price) } });
}

function listNodes({ nodes }: Catalog, query: Query<'listNodes'>) {
  const items = nodes.store
    .list()
    .map(toNode)
    .filter(
      ({ name, description, status, region }) =>
        meets(query.status, status) &&
        meets(query.region, region) &&
        matches(query.search, name, description),
    );
  return pageOf(items, query, byName);
}
