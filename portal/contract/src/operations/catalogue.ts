/** The catalogue, which customers read and operators edit. */
import type * as z from 'zod';
import * as catalogue from '../catalogue.ts';
import * as editing from '../catalogue-editing.ts';
import { workloadParams as params } from '../workloads.ts';
import { forAnybody, forOperator, nothing, pagesOf } from './operation.ts';

const { regionQuery, gpuQuery, skuQuery, imageQuery, pricingPolicyQuery, nodeQuery } = catalogue;

export const catalogueLists = {
  listCatalogueRegions: forAnybody('GET /catalogue/regions', {
    ...pagesOf(catalogue.region, regionQuery),
    token: true,
  }),
  listCatalogueGpus: forAnybody('GET /catalogue/gpus', { ...pagesOf(catalogue.gpu, gpuQuery), token: true }),
  listCatalogueSkus: forAnybody('GET /catalogue/skus', { ...pagesOf(catalogue.sku, skuQuery), token: true }),
  listCatalogueImages: forAnybody('GET /catalogue/images', {
    ...pagesOf(catalogue.image, imageQuery),
    token: true,
  }),
  listCataloguePricingPolicies: forAnybody('GET /catalogue/pricing-policies', {
    ...pagesOf(catalogue.pricingPolicy, pricingPolicyQuery),
    token: true,
  }),
  listRegions: forOperator('GET /admin/regions', pagesOf(catalogue.adminRegion, regionQuery)),
  listNodes: forOperator('GET /admin/nodes', pagesOf(catalogue.node, nodeQuery)),
  listGpus: forOperator('GET /admin/gpus', pagesOf(catalogue.adminGpu, gpuQuery)),
  listSkus: forOperator('GET /admin/skus', pagesOf(catalogue.adminSku, skuQuery)),
  listVmImages: forOperator('GET /admin/vm-images', pagesOf(catalogue.adminImage, imageQuery)),
  listPricingPolicies: forOperator(
    'GET /admin/pricing-policies',
    pagesOf(catalogue.adminPricingPolicy, pricingPolicyQuery),
  ),
};

/** Hardware of the nodes. */
export const clusterNodeOperations = {
  listNodeDevices: forOperator('GET /admin/nodes/:name/devices', {
    params,
    ...pagesOf(catalogue.device, catalogue.deviceQuery),
  }),
  listClusterNodes: forOperator(
    'GET /admin/cluster-nodes',
    pagesOf(catalogue.clusterNode, catalogue.clusterNodeQuery),
  ),
};

interface KindShapes<Item, Creation, Change> {
  readonly item: Item;
  readonly creation: Creation;
  /** All editable fields: `creation` without the immutable ones. */
  readonly change: Change;
}

type Named<Verbs, One extends string> = {
  readonly [Verb in keyof Verbs & string as `${Verb}${One}`]: Verbs[Verb];
};

/**
 * Defines get, create, update and delete of a kind: `editingOf('Sku', '/admin/skus', { … })`. An update sets every field
 * that the portal edits and leaves the others unchanged; updates and deletions need the object's etag in `If-Match`.
 */
function editingOf<
  One extends string,
  Item extends z.ZodObject,
  Creation extends z.ZodObject,
  Change extends z.ZodObject,
>(one: One, path: `/admin/${string}`, { item, creation, change }: KindShapes<Item, Creation, Change>) {
  const verbs = {
    get: forOperator(`GET ${path}/:name`, { params, response: item }),
    create: forOperator(`POST ${path}`, {
      body: creation,
      response: item,
      status: 201,
      audit: 'CREATE_RESOURCE',
    }),
    update: forOperator(`PUT ${path}/:name`, {
      params,
      body: change,
      response: item,
      ifMatch: 'required',
      audit: 'CHANGE_RESOURCE',
    }),
    delete: forOperator(`DELETE ${path}/:name`, {
      params,
      ...nothing,
      ifMatch: 'required',
      audit: 'DELETE_RESOURCE',
    }),
  };
  const named = Object.entries(verbs).map(([verb, operation]) => [verb + one, operation]);
  return Object.fromEntries(named) as Named<typeof verbs, One>;
}

/** Defines the status toggle of a kind. */
function statusOf<Item extends z.ZodObject, Change extends z.ZodObject>(
  path: `/admin/${string}`,
  item: Item,
  body: Change,
) {
  return forOperator(`PUT ${path}/:name/status`, {
    params,
    body,
    response: item,
    ifMatch: 'required',
    audit: 'SET_RESOURCE_STATUS',
  });
}

export const editingOperations = {
  ...editingOf('Region', '/admin/regions', {
    item: catalogue.adminRegion,
    creation: editing.regionCreation,
    change: editing.regionChange,
  }),
  setRegionStatus: statusOf('/admin/regions', catalogue.adminRegion, editing.activityChange),
  ...editingOf('Node', '/admin/nodes', {
    item: catalogue.node,
    creation: editing.nodeCreation,
    change: editing.nodeChange,
  }),
  setNodeStatus: statusOf('/admin/nodes', catalogue.node, editing.nodeStatusChange),
  planMaintenance: forOperator('POST /admin/nodes/:name/planned-maintenance', {
    params,
    body: editing.maintenancePlan,
    response: catalogue.node,
    ifMatch: 'required',
    audit: 'PLAN_MAINTENANCE',
  }),
  cancelMaintenance: forOperator('POST /admin/nodes/:name/planned-maintenance/cancel', {
    params,
    response: catalogue.node,
    ifMatch: 'required',
    audit: 'CANCEL_MAINTENANCE',
  }),
  setNodeReturn: forOperator('PUT /admin/nodes/:name/expected-back', {
    params,
    body: editing.nodeReturn,
    response: catalogue.node,
    ifMatch: 'required',
    audit: 'CHANGE_RESOURCE',
  }),
  quarantineGpus: forOperator('POST /admin/nodes/:name/quarantine', {
    params,
    body: editing.quarantineRequest,
    response: catalogue.node,
    ifMatch: 'required',
    audit: 'QUARANTINE_GPUS',
  }),
  repairGpus: forOperator('POST /admin/nodes/:name/repaired', {
    params,
    body: editing.repairedGpus,
    response: catalogue.node,
    ifMatch: 'required',
    audit: 'REPAIR_GPUS',
  }),
  checkGpus: forOperator('POST /admin/nodes/:name/gpu-check', {
    params,
    response: catalogue.node,
    audit: 'CHECK_GPUS',
  }),
  ...editingOf('Gpu', '/admin/gpus', {
    item: catalogue.adminGpu,
    creation: editing.gpuCreation,
    change: editing.gpuChange,
  }),
  ...editingOf('Sku', '/admin/skus', {
    item: catalogue.adminSku,
    creation: editing.skuCreation,
    change: editing.skuChange,
  }),
  setSkuStatus: statusOf('/admin/skus', catalogue.adminSku, editing.activityChange),
  ...editingOf('VmImage', '/admin/vm-images', {
    item: catalogue.adminImage,
    creation: editing.imageCreation,
    change: editing.imageChange,
  }),
  setVmImageStatus: statusOf('/admin/vm-images', catalogue.adminImage, editing.imageStatusChange),
  ...editingOf('PricingPolicy', '/admin/pricing-policies', {
    item: catalogue.adminPricingPolicy,
    creation: editing.pricingPolicyCreation,
    change: editing.pricingPolicyChange,
  }),
};
