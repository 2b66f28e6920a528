import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { ComputeNode, RegionSpec, SKU, VMImage } from '@gpulease/crds';
import { unsuitable } from '@gpulease/placement/refusal';
import type { PlacementRequest } from '@gpulease/placement/request';
import { parse } from 'yaml';
import { referenceFaults } from '../compute-node/node-references.ts';
import { assessComputeNode } from '../compute-node/status.ts';
import { classWords, missingClasses } from '../region/classes.ts';
import { faultsOf } from '../sku/controller.ts';
import { aScope, aWorkload, funded } from '../testing/scope.ts';
import { assessImage } from '../vm-image/status.ts';
import { missingOf } from '../workload/decide/may-run.ts';
import type { Scope } from '../workload/scope.ts';
import { userDataMissing } from '../workload/causes/causes.ts';

/** The part of a CRD's schema that describes fields. */
interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  'x-kubernetes-validations'?: { message: string }[];
}

/** Start of the message for an invalid object name; only fields that hold names have this rule. */
const NAME_RULE = 'must be lowercase letters, digits, hyphens and dots';

/** Paths of the fields that take the name of an object, such as `SKU gpu.model` or `SKU pricing[]`. */
function namesIn(schema: Schema, path: string): string[] {
  const isName = schema['x-kubernetes-validations']?.some(({ message }) => message.startsWith(NAME_RULE));
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    namesIn(field, path.endsWith(' ') ? path + name : `${path}.${name}`),
  );
  return [...(isName ? [path] : []), ...below, ...(schema.items ? namesIn(schema.items, `${path}[]`) : [])];
}

function namesOfAllKinds(): string[] {
  const folder = join(import.meta.dirname, '../../../charts/gpulease/files/crds');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => {
      const { spec } = parse(readFileSync(join(folder, file), 'utf8')) as CustomResourceDefinition;
      const fields = spec?.versions[0]?.schema.openAPIV3Schema.properties?.spec;
      return fields === undefined ? [] : namesIn(fields, `${spec?.names.kind} `);
    });
}
interface CustomResourceDefinition {
  spec?: { names: { kind: string }; versions: { schema: { openAPIV3Schema: Schema } }[] };
}

/** An object that reports itself as not ready. */
const unready = {
  metadata: { name: 'there' },
  spec: {},
  status: { conditions: [{ type: 'Ready', status: 'False', reason: 'NotPermitted', message: 'Permit it.' }] },
};
const NOWHERE = undefined;

const computeNode = {
  metadata: { name: 'gpu-1' },
  spec: {
    region: 'east',
    nodeName: 'host-1',
    skus: ['a100-1'],
    resources: { cpu: 4, memory: '16Gi', storage: '1Ti', gpus: { model: 'a100', count: 8 } },
  },
} as ComputeNode;

/** Returns the faults of a ComputeNode whose references all exist, except as in `changes`. */
function node(changes: Partial<Record<'region' | 'gpu' | 'sku', unknown>>): string {
  const there = { region: {}, gpu: {}, sku: { spec: {} }, ...changes };
  const { region, gpu, sku } = there;
  const faults = referenceFaults(computeNode, {
    region: () => region as never,
    gpu: () => gpu as never,
    sku: () => sku as never,
  });
  return faults.map(({ message }) => message).join(' ');
}

const only = (object: unknown) => ({ store: { get: () => object, byIndex: () => [computeNode] } });

/** Returns the faults of a SKU whose references all exist, except as in `changes`. */
function sku(changes: Partial<Record<'gpus' | 'policies' | 'regions', unknown>>): string {
  const there = { gpus: {}, policies: {}, regions: {}, ...changes };
  const caches = {
    computeNodes: only(computeNode),
    gpus: only(there.gpus),
    policies: only(there.policies),
    regions: only(there.regions),
  };
  const spec = { gpu: { model: 'a100', count: 1 }, pricing: ['hourly'] };
  const { gpu, prices, regions } = faultsOf(caches as never, { metadata: { name: 'a100-1' }, spec } as SKU);
  return [gpu, ...prices, ...regions].flatMap((fault) => fault?.sentence ?? []).join(' ');
}

/** Returns what a Workload waits for if its references all exist, except as in `changes`. */
function workload(changes: Partial<Scope>): string {
  return missingOf(aScope(aWorkload({}, { conditions: [funded] }), changes))?.message ?? '';
}

const region = (spec: object) =>
  missingClasses(spec as RegionSpec, { storage: [], ingress: [] })
    .map(classWords)
    .join();

const image = {
  metadata: { name: 'ubuntu' },
  spec: { source: { dataSource: { namespace: 'images', name: 'there' } } },
} as VMImage;
function imageOf(dataSource: unknown): string {
  const golden = { disks: [], left: { imports: [], dataSources: [] }, hasNamespace: true, now: new Date(0) };
  const { conditions } = assessImage(
    image,
    { ...golden, dataSource: dataSource as undefined },
    { naming: 0, needing: 0 },
  );
  return conditions.map(({ message }) => message).join(' ');
}

interface Look {
  /** Returns the message for a missing object. */
  missing: () => string;
  /** Returns the message for an object that is not ready, or why that does not matter. */
  unready: (() => string) | { why: string };
  /** Name of the object. */
  name: string;
}

const OWN_TERMS = 'the portal refuses new orders, and existing orders keep their terms';
const NO_READINESS = 'objects of this kind do not report readiness';

/** Every field that names another object, and how it is checked. */
const looks: Record<string, Look> = {
  'ComputeNode region': {
    name: 'east',
    missing: () => node({ region: NOWHERE }),
    unready: { why: 'a region gets its readiness from its nodes; the SKUs check it' },
  },
  'ComputeNode nodeName': {
    name: 'host-1',
    missing: () =>
      assessComputeNode({ computeNode, node: undefined, now: new Date(0) } as never, { allocations: [] })
        .conditions.map(({ message }) => message)
        .join(' '),
    unready: { why: 'the condition Schedulable has a message for each state of a Node' },
  },
  'ComputeNode resources.gpus.model': {
    name: 'a100',
    missing: () => node({ gpu: NOWHERE }),
    unready: () => node({ gpu: unready }),
  },
  'ComputeNode skus[]': {
    name: 'a100-1',
    missing: () => node({ sku: NOWHERE }),
    unready: { why: 'the readiness of a SKU does not concern a host' },
  },
  'SKU gpu.model': {
    name: 'a100',
    missing: () => sku({ gpus: NOWHERE }),
    unready: () => sku({ gpus: unready }),
  },
  'SKU pricing[]': {
    name: 'hourly',
    missing: () => sku({ policies: NOWHERE }),
    unready: () => sku({ policies: unready }),
  },
  'Region storage.className': {
    name: 'fast',
    missing: () => region({ storage: { className: 'fast' } }),
    unready: { why: NO_READINESS },
  },
  'Region http.ingressClassName': {
    name: 'nginx',
    missing: () => region({ http: { ingressClassName: 'nginx' } }),
    unready: { why: NO_READINESS },
  },
  'VMImage source.dataSource.name': {
    name: 'images/there',
    missing: () => imageOf(NOWHERE),
    unready: () => imageOf(unready),
  },
  'Workload region': {
    name: 'east',
    missing: () => workload({ region: NOWHERE }),
    unready: { why: OWN_TERMS },
  },
  'Workload sku': {
    name: 'a100-1',
    missing: () => workload({ sku: NOWHERE }),
    unready: { why: OWN_TERMS },
  },
  'Workload image': {
    name: 'ubuntu',
    missing: () => workload({ image: NOWHERE }),
    unready: { why: 'it waits with ImageNotReady, which names no image: customers know which they chose' },
  },
  'Workload pricing.policy': {
    name: 'hourly',
    missing: () => workload({ policy: NOWHERE }),
    unready: { why: OWN_TERMS },
  },
  'Workload placement.nodeName': {
    name: 'gpu-9',
    missing: () => unsuitable({ region: 'east', node: 'gpu-9' } as PlacementRequest, [])?.message ?? '',
    unready: { why: 'a node that accepts no machine is NodeUnsuitable, with its own message' },
  },
  'Workload userDataSecret': {
    name: 'first-boot',
    missing: () => userDataMissing('first-boot').message,
    unready: { why: NO_READINESS },
  },
};

/** Fields that hold the object's own name. */
const own = ['Tenant username'];

describe('the references of an object', () => {
  it('are checked in every kind', () => {
    const fields = namesOfAllKinds().filter((field) => !own.includes(field));
    expect(fields.toSorted()).toEqual(Object.keys(looks).toSorted());
  });

  it.each(Object.entries(looks))('are reported by name when missing: %s', (_, { missing, name }) => {
    expect(missing()).toContain(name);
  });

  const flowing = Object.entries(looks).filter(([, { unready }]) => typeof unready === 'function');
  it.each(flowing)('are reported by name when not ready: %s', (_, { unready, name }) => {
    const told = typeof unready === 'function' ? unready() : '';
    expect(told).toContain(name);
    expect(told).toMatch(/ is not ready: /);
  });

  it('include the regions of the nodes that offer a SKU', () => {
    expect(sku({ regions: NOWHERE })).toBe('There is no Region east.');
    expect(sku({ regions: unready })).toBe('Region east is not ready: Permit it.');
  });
});
