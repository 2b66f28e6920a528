/** Handlers of the catalogue's lists for customers and operators, filtered, sorted and paged in memory. */
import type { ComputeNode, PricingPolicy, SKU } from '@gpulease/crds';
import type { Informer } from '@gpulease/kube';
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
import type { Paging } from '../lists/page.ts';
import { matches, meets, pageOf, type PageOptions } from '../lists/page-in-memory.ts';
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
const byPrice = { ...byName, sortKeys: { price: ({ price }: PolicyView) => Number(price) } };
/** Sorts unknown rates before zero. */
const byFaults = {
  ...byName,
  sortKeys: { faultsPerGpuMonth: ({ reliability }: Node) => reliability.faultsPerGpuMonth ?? -1 },
};

/** Customers also see Inactive and Disabled objects, marked as such; operators see more details. */
export function catalogueHandlers(catalogue: Catalogue): Handlers<typeof catalogueLists> {
  const { regions, gpus, skus, images, pricingPolicies, nodes } = catalogue;
  // Hides unready policies, such as a price too low to charge.
  const toOffer = (policy: PricingPolicy) => (isUnready(policy) ? undefined : toPricingPolicy(policy));
  return {
    listCatalogueRegions: listOf(regions, toRegion, isWantedRegion),
    listCatalogueGpus: listOf(gpus, toGpu, isWantedGpu),
    listCatalogueSkus: listOf(skus, (sku) => skuView(catalogue, sku), isWantedSku),
    listCatalogueImages: listOf(images, toImage, isWantedImage),
    listCataloguePricingPolicies: listOf(pricingPolicies, toOffer, isWantedPolicy, byPrice),
    listRegions: listOf(regions, toAdminRegion, isWantedRegion),
    listNodes: listOf(nodes, toNode, isWantedNode, byFaults),
    listGpus: listOf(gpus, toAdminGpu, isWantedGpu),
    listSkus: listOf(skus, (sku) => adminSkuView(catalogue, sku), isWantedSku),
    listVmImages: listOf(images, toAdminImage, isWantedImage),
    listPricingPolicies: listOf(pricingPolicies, toAdminPricingPolicy, isWantedPolicy, byPrice),
  };
}

/** Returns a handler for pages of a kind's objects that have a view and match the query. */
function listOf<T, View extends { readonly name: string }, Q extends Paging>(
  copies: Informer<T>,
  view: (object: T) => View | undefined,
  isWanted: (item: View, query: Q, object: T) => boolean,
  order: PageOptions<View> = byName,
) {
  return ({ query }: { readonly query: Q }): Promise<Page<View>> => {
    const items = copies.store.list().flatMap((object) => {
      const item = view(object);
      return item && isWanted(item, query, object) ? [item] : [];
    });
    return Promise.resolve(pageOf(items, query, order));
  };
}

function isWantedRegion(region: RegionView, query: Query<'listRegions'>): boolean {
  const { name, displayName, description, status } = region;
  return meets(query.status, status) && matches(query.search, name, displayName, description);
}

function isWantedGpu({ name, vendor, model }: Gpu, { search }: Query<'listGpus'>): boolean {
  return matches(search, name, vendor, model);
}

/** Returns a SKU as customers see it, with its GPU and its usable prices. */
export function skuView(catalogue: Catalogue, sku: SKU): Sku {
  const { gpu, policies } = referencesOf(catalogue, sku);
  return toSku(sku, { gpu, policies: policies.filter((policy) => !isUnready(policy)) });
}

/** Returns a SKU as operators see it, with all its prices. */
export function adminSkuView(catalogue: Catalogue, sku: SKU): AdminSku {
  return toAdminSku(sku, referencesOf(catalogue, sku));
}

function referencesOf({ gpus, pricingPolicies }: Catalogue, { spec: { gpu, pricing } }: SKU): SkuReferences {
  return {
    gpu: gpu && gpus.store.get({ name: gpu.model }),
    policies: pricing.flatMap((name) => pricingPolicies.store.get({ name }) ?? []),
  };
}

function isWantedSku(sku: Sku, query: Query<'listSkus'>): boolean {
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

/** Whether a SKU is offered, or sold out with `soldOut`, in the region, or in any region by default. */
function isSuppliedAs(sku: Sku, { region, soldOut }: Query<'listSkus'>): boolean {
  const places = sku.availability.filter((place) => meets(region, place.region));
  if (soldOut) return sku.status === 'active' && places.some(({ available }) => available === 0);
  return region === undefined || places.length > 0;
}

function isWantedImage(image: Image, query: Query<'listVmImages'>): boolean {
  return (
    meets(query.status, image.status) &&
    meets(query.osType, image.osType) &&
    meets(query.architecture, image.architecture) &&
    matches(query.search, image.name, image.description, image.version)
  );
}

function isWantedPolicy(policy: PolicyView, query: Query<'listPricingPolicies'>): boolean {
  return meets(query.mode, policy.mode) && matches(query.search, policy.name, policy.description);
}

function isWantedNode(node: Node, query: Query<'listNodes'>, object: ComputeNode): boolean {
  return (
    matches(query.search, ...textsOf(object)) &&
    (query.attention === undefined || needsAttention(node)) &&
    meets(query.status, node.status) &&
    meets(query.region, node.region) &&
    meets(query.gpu, node.resources.gpuModel ?? '') &&
    (query.sku === undefined || node.skus.includes(query.sku))
  );
}

/** Returns the searchable texts of a node, including IDs of its GPUs. */
function textsOf({ metadata, spec, status }: ComputeNode): (string | null)[] {
  const gpus = (status?.devices ?? []).flatMap(({ uuid, serial }) => [uuid ?? null, serial ?? null]);
  return [metadata.name, spec.description, ...gpus];
}
