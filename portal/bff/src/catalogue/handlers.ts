/** The catalogue's lists, for customers and for operators: filtered, sorted and paged in memory. */
import type { ComputeNode, GPU, PricingPolicy, Region, SKU, VMImage } from '@gpulease/crds';
import type {
  AdminSku,
  Gpu,
  Image,
  Node,
  PricingPolicy as PolicyView,
  Region as RegionView,
  Sku,
} from '@gpulease/contract/catalogue';
import type { Page } from '@gpulease/contract/common';
import type { catalogueLists } from '@gpulease/contract/operations/catalogue';
import type { Query } from '@gpulease/contract/routes';
import type { Handlers } from '../http/handler.ts';
import type { Catalogue } from './catalogue.ts';
import { matches, meets, pageOf } from '../lists/page-in-memory.ts';
import {
  needsAttention,
  toAdminGpu,
  toAdminImage,
  toAdminPricingPolicy,
  toAdminRegion,
  toAdminSku,
  toNode,
} from './admin-views.ts';
import { isUnready, toGpu, toImage, toPricingPolicy, toRegion, toSku, type SkuReferences } from './views.ts';

const byName = { defaultSort: 'name' };

/** Customers see Inactive and Disabled objects, too, marked as such; operators also see the details. */
export function catalogueHandlers(catalogue: Catalogue): Handlers<typeof catalogueLists> {
  const answer = <Q, T>(list: (query: Q) => Page<T>) => {
    return ({ query }: { query: Q }) => Promise.resolve(list(query));
  };
  return {
    listCatalogueRegions: answer((query) => listRegions(catalogue, query, toRegion)),
    listCatalogueGpus: answer((query) => listGpus(catalogue, query, toGpu)),
    listCatalogueSkus: answer((query) => listSkus(catalogue, query, (sku) => skuView(catalogue, sku))),
    listCatalogueImages: answer((query) => listImages(catalogue, query, toImage)),
    listCataloguePricingPolicies: answer((query) =>
      listPolicies(catalogue, query, toPricingPolicy, isOffered),
    ),
    listRegions: answer((query) => listRegions(catalogue, query, toAdminRegion)),
    listNodes: answer((query) => listNodes(catalogue, query)),
    listGpus: answer((query) => listGpus(catalogue, query, toAdminGpu)),
    listSkus: answer((query) => listSkus(catalogue, query, (sku) => adminSkuView(catalogue, sku))),
    listVmImages: answer((query) => listImages(catalogue, query, toAdminImage)),
    listPricingPolicies: answer((query) => listPolicies(catalogue, query, toAdminPricingPolicy)),
  };
}

function listRegions<T extends RegionView>(
  { regions }: Catalogue,
  query: Query<'listRegions'>,
  view: (region: Region) => T,
): Page<T> {
  const items = regions.store
    .list()
    .map(view)
    .filter(
      ({ name, displayName, description, status }) =>
        meets(query.status, status) && matches(query.search, name, displayName, description),
    );
  return pageOf(items, query, byName);
}

function listGpus<T extends Gpu>(
  { gpus }: Catalogue,
  query: Query<'listGpus'>,
  view: (gpu: GPU) => T,
): Page<T> {
  const items = gpus.store
    .list()
    .map(view)
    .filter(({ name, vendor, model }) => matches(query.search, name, vendor, model));
  return pageOf(items, query, byName);
}

function listSkus<T extends Sku>(
  { skus }: Catalogue,
  query: Query<'listSkus'>,
  view: (sku: SKU) => T,
): Page<T> {
  const items = skus.store
    .list()
    .map(view)
    .filter((sku) => isWanted(sku, query));
  return pageOf(items, query, byName);
}

/** An SKU with the GPU and the prices that it names, as customers see it: without those that nobody can order with. */
export function skuView(catalogue: Catalogue, sku: SKU): Sku {
  const { gpu, policies } = referencesOf(catalogue, sku);
  return toSku(sku, { gpu, policies: policies.filter(isOffered) });
}

/** The same for operators. */
export function adminSkuView(catalogue: Catalogue, sku: SKU): AdminSku {
  return toAdminSku(sku, referencesOf(catalogue, sku));
}

function referencesOf({ gpus, pricingPolicies }: Catalogue, { spec: { gpu, pricing } }: SKU): SkuReferences {
  return {
    gpu: gpu && gpus.store.get({ name: gpu.model }),
    policies: pricing.flatMap((name) => pricingPolicies.store.get({ name }) ?? []),
  };
}

function isWanted(sku: Sku, query: Query<'listSkus'>): boolean {
  const { status, gpu, mode, pricing: policy, search } = query;
  return (
    meets(status, sku.status) &&
    meets(gpu, sku.gpu ?? '') &&
    (mode === undefined || sku.pricing.some((pricing) => pricing.mode === mode)) &&
    (policy === undefined || sku.pricingNames.includes(policy)) &&
    isSuppliedAs(sku, query) &&
    matches(search, sku.name, sku.displayName, sku.description, sku.gpuModel)
  );
}

/** Offered in a region, or sold out there or in any. */
function isSuppliedAs(sku: Sku, { region, soldOut }: Query<'listSkus'>): boolean {
  const places = sku.availability.filter((place) => meets(region, place.region));
  if (soldOut) return sku.status === 'active' && places.some(({ available }) => available === 0);
  return region === undefined || places.length > 0;
}

function listImages<T extends Image>(
  { images }: Catalogue,
  query: Query<'listVmImages'>,
  view: (image: VMImage) => T,
): Page<T> {
  const items = images.store
    .list()
    .map(view)
    .filter(
      (image) =>
        meets(query.status, image.status) &&
        meets(query.osType, image.osType) &&
        meets(query.architecture, image.architecture) &&
        matches(query.search, image.name, image.description, image.version),
    );
  return pageOf(items, query, byName);
}

/** A price too low to charge sells nothing. */
function isOffered(policy: PricingPolicy): boolean {
  return !isUnready(policy);
}

function listPolicies<T extends PolicyView>(
  { pricingPolicies }: Catalogue,
  query: Query<'listPricingPolicies'>,
  view: (policy: PricingPolicy) => T,
  isShown: (policy: PricingPolicy) => boolean = () => true,
): Page<T> {
  const items = pricingPolicies.store
    .list()
    .filter(isShown)
    .map(view)
    .filter(
      ({ name, mode, description }) => meets(query.mode, mode) && matches(query.search, name, description),
    );
  return pageOf(items, query, { ...byName, sortKeys: { price: ({ price }) => Number(price) } });
}

function listNodes({ nodes }: Catalogue, query: Query<'listNodes'>) {
  const items = nodes.store
    .list()
    .filter((node) => matches(query.search, ...textsOf(node)))
    .map(toNode)
    .filter(
      ({ status, region, skus, resources, condition, conditions }) =>
        (query.attention === undefined || needsAttention({ status, condition, conditions })) &&
        meets(query.status, status) &&
        meets(query.region, region) &&
        meets(query.gpu, resources.gpuModel ?? '') &&
        (query.sku === undefined || skus.includes(query.sku)),
    );
  // Where it is not known, it comes before zero.
  const sortKeys = { faultsPerGpuMonth: ({ reliability }: Node) => reliability.faultsPerGpuMonth ?? -1 };
  return pageOf(items, query, { ...byName, sortKeys });
}

/** By which a node is found, also by its GPUs. */
function textsOf({ metadata, spec, status }: ComputeNode): (string | null)[] {
  const gpus = (status?.devices ?? []).flatMap(({ uuid, serial }) => [uuid ?? null, serial ?? null]);
  return [metadata.name, spec.description, ...gpus];
}
