/** Operators' handlers for editing the catalogue. */
import { annotations, computeNodes, fieldManagers, wantsChecks } from '@gpulease/crds';
import type { ComputeNode, Region, SKU, VMImage, Workload } from '@gpulease/crds';
import type { Node } from '@gpulease/contract/catalogue';
import type { editingOperations } from '@gpulease/contract/operations/catalogue';
import type { Answer, Body } from '@gpulease/contract/routes';
import type { Cluster, Informer } from '@gpulease/kube';
import type { AllHandlers, Context, HandlerOf, Handlers } from '../../http/handler.ts';
import { ProductError } from '../../http/product-error.ts';
import { toAdminGpu, toAdminImage, toAdminPricingPolicy, toAdminRegion, toNode } from '../admin-views.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Clock } from '../../clock.ts';
import { adminSkuView } from '../handlers.ts';
import { createEditor, type CatalogueObject, type Changed, type Editor } from './editor.ts';
import { editedKinds } from './kinds.ts';
import {
  activityState,
  gpuSpec,
  imageSpec,
  imageState,
  nodeSpec,
  nodeState,
  planSpec,
  pricingModeSpec,
  pricingPolicySpec,
  quarantineSpec,
  regionSpec,
  repairedSpec,
  returnSpec,
  skuSpec,
} from './spec.ts';

type One = 'Region' | 'Gpu' | 'Sku' | 'VmImage' | 'PricingPolicy' | 'Node';
type WithStatus = Exclude<One, 'Gpu' | 'PricingPolicy' | 'Node'>;
interface Parts {
  readonly cluster: Cluster;
  readonly catalogue: Catalogue;
  readonly workloads: Informer<Workload>;
  /** Returns the username of a Workload's owner. */
  readonly ownerName: (workload: Workload) => string;
  readonly clock: Clock;
}

export function editingHandlers(parts: Parts): Handlers<typeof editingOperations> {
  const { cluster, clock, ...reader } = parts;
  const kinds = editedKinds(reader);
  const regions = createEditor(cluster, kinds.region);
  const gpus = createEditor(cluster, kinds.gpu);
  const skus = createEditor(cluster, kinds.sku);
  const images = createEditor(cluster, kinds.image);
  const policies = createEditor(cluster, kinds.pricingPolicy);
  const nodes = createEditor(cluster, kinds.node);
  const toAdminSku = adminSkuView.bind(null, reader.catalogue);
  return {
    ...handlersOf('Region', regions, toAdminRegion, { created: regionSpec, changed: regionSpec }),
    setRegionStatus: statusHandler<'Region', Region>(regions, toAdminRegion, activityState),
    ...handlersOf('Gpu', gpus, toAdminGpu, { created: gpuSpec, changed: gpuSpec }),
    ...handlersOf('Sku', skus, toAdminSku, { created: skuSpec, changed: skuSpec }),
    setSkuStatus: statusHandler<'Sku', SKU>(skus, toAdminSku, activityState),
    ...handlersOf('VmImage', images, toAdminImage, { created: imageSpec, changed: imageSpec }),
    setVmImageStatus: statusHandler<'VmImage', VMImage>(images, toAdminImage, imageState),
    ...handlersOf('PricingPolicy', policies, toAdminPricingPolicy, {
      created: (policy) => ({ ...pricingPolicySpec(policy), ...pricingModeSpec(policy) }),
      changed: pricingPolicySpec,
    }),
    ...handlersOf('Node', nodes, toNode, { created: nodeSpec, changed: nodeSpec }),
    ...maintenanceHandlers(nodes, clock),
    ...quarantineHandlers(nodes, clock),
    checkGpus: ({ params }) => requestGpuCheck(parts, params.name),
  };
}

/** The etag ensures that the state has not changed since the caller read it. */
function maintenanceHandlers(
  nodes: Editor<ComputeNode>,
  clock: Clock,
): Pick<AllHandlers, 'setNodeStatus' | 'planMaintenance' | 'cancelMaintenance' | 'setNodeReturn'> {
  return {
    async setNodeStatus({ params, body }, context) {
      const spec = nodeState(body, await nodes.get(params.name));
      return showChanged(nodes.change(params.name, context.ifMatch, spec), toNode, context);
    },
    async planMaintenance({ params, body }, { ifMatch }) {
      const spec = planSpec(body, clock.now());
      return toNode((await nodes.change(params.name, ifMatch, spec)).after);
    },
    async cancelMaintenance({ params }, { ifMatch }) {
      return toNode((await nodes.change(params.name, ifMatch, { maintenance: undefined })).after);
    },
    async setNodeReturn({ params, body }, context) {
      const spec = returnSpec(body, clock.now());
      return showChanged(nodes.change(params.name, context.ifMatch, spec), toNode, context);
    },
  };
}

/** The etag ensures that the list has not changed since the caller read it. */
function quarantineHandlers(
  nodes: Editor<ComputeNode>,
  clock: Clock,
): Pick<AllHandlers, 'quarantineGpus' | 'repairGpus'> {
  return {
    async quarantineGpus({ params, body }, { ifMatch, caller }) {
      const told = { since: clock.now().toISOString(), by: caller.username };
      const spec = quarantineSpec(await nodes.get(params.name), body, told);
      return toNode((await nodes.change(params.name, ifMatch, spec)).after);
    },
    async repairGpus({ params, body }, { ifMatch }) {
      const spec = repairedSpec(await nodes.get(params.name), body.entry);
      return toNode((await nodes.change(params.name, ifMatch, spec)).after);
    },
  };
}

/**
 * Requests a check of a node's free GPUs by annotation. The spec does not change, so this also works for nodes managed from
 * Git and does not count as a reaction to failed starts. Throws RESOURCE_NOT_FOUND, and GPUS_NOT_CHECKED without checks.
 */
async function requestGpuCheck({ cluster, clock, catalogue }: Parts, name: string): Promise<Node> {
  const client = cluster.resource(computeNodes);
  const { spec } = await client.get({ name });
  if (!wantsChecks(catalogue.regions.store.get({ name: spec.region })?.spec.gpuCheck))
    throw new ProductError('REQUEST_FAILED', { reason: 'GPUS_NOT_CHECKED' });
  const asked = { [annotations.checkGpusAt]: clock.now().toISOString() };
  const options = { fieldManager: fieldManagers.portal };
  return toNode(await client.mergePatch({ name }, { metadata: { annotations: asked } }, options));
}

interface Specs<Kind extends One> {
  readonly created: (body: Body<`create${Kind}`>) => object;
  readonly changed: (body: Body<`update${Kind}`>) => object;
}

/** The part of the input that all kinds share. */
interface AnyInput {
  readonly params: { readonly name: string };
  readonly body: { readonly name: string };
}
type AnyContext = Pick<Context<'updateSku'>, 'ifMatch' | 'noteBefore'>;
type AnyHandler = (input: AnyInput, context: AnyContext) => Promise<unknown>;

/** Returns the get, create, update and delete handlers of a kind; the contract's types hold at both ends. */
function handlersOf<Kind extends One, T extends CatalogueObject>(
  kind: Kind,
  editor: Editor<T>,
  view: (object: T) => Answer<`get${Kind}`>,
  { created, changed }: Specs<Kind>,
) {
  const handlers: Readonly<Record<string, AnyHandler>> = {
    [`get${kind}`]: async ({ params }) => view(await editor.get(params.name)),
    [`create${kind}`]: async ({ body }) =>
      view(await editor.create(body.name, created(body as Body<`create${Kind}`>))),
    [`update${kind}`]: ({ params, body }, context) => {
      const spec = changed(body as Body<`update${Kind}`>);
      return showChanged(editor.change(params.name, context.ifMatch, spec), view, context);
    },
    [`delete${kind}`]: ({ params }, { ifMatch }) => editor.remove(params.name, ifMatch),
  };
  return handlers as unknown as Pick<AllHandlers, `${'get' | 'create' | 'update' | 'delete'}${Kind}`>;
}

/** Returns the handler that sets the status of a kind. */
function statusHandler<Kind extends WithStatus, T extends CatalogueObject>(
  editor: Editor<T>,
  view: (object: T) => Answer<`set${Kind}Status`>,
  state: (body: Body<`set${Kind}Status`>) => object,
) {
  const handler: AnyHandler = ({ params, body }, context) => {
    const spec = state(body as unknown as Body<`set${Kind}Status`>);
    return showChanged(editor.change(params.name, context.ifMatch, spec), view, context);
  };
  return handler as unknown as HandlerOf<`set${Kind}Status`>;
}

/** Returns the view after the change, and records the view before it for the audit log. */
async function showChanged<T, View extends object>(
  change: Promise<Changed<T>>,
  view: (object: T) => View,
  { noteBefore }: AnyContext,
): Promise<View> {
  const { before, after } = await change;
  noteBefore(view(before));
  return view(after);
}
