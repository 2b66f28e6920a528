import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { catalogueReasons, workloadReasons } from '@gpulease/crds';
import { LuaFactory } from 'wasmoon';
import { parse } from 'yaml';

/** The settings of Argo CD from the guide. */
const guide = readFileSync(join(import.meta.dirname, '../../docs/operating/git.md'), 'utf8');
const [, settings = ''] = /```yaml\n(resource\.customizations: \|\n[^]*?)```/.exec(guide) ?? [];

function script(): string {
  const { 'resource.customizations': text } = parse(settings) as { 'resource.customizations': string };
  const customizations = parse(text) as Record<string, { 'health.lua': string }>;
  return customizations['gpulease.dev/*']?.['health.lua'] ?? '';
}

interface Health {
  status: string;
  message: string;
}

/** An object that the operator has reconciled, with its status. */
function anObject(kind: string, { spec = {}, conditions = [], phase, state }: Facts) {
  const told = conditions.map(([type, status, reason]) => ({ type, status, reason, message: `${reason}.` }));
  return {
    kind,
    metadata: { generation: 2 },
    spec,
    status: { observedGeneration: 2, conditions: told, ...(phase && { phase }), ...(state && { state }) },
  };
}
interface Facts {
  spec?: object;
  conditions?: [type: string, status: string, reason: string][];
  phase?: string;
  state?: string;
}

const { crashLoop, stopped, running, noCapacity, frozen } = workloadReasons;
const { importing, importFailed, referenceMissing, deviceTaken, maintenance, suspended } = catalogueReasons;

const cases: [name: string, object: object, status: string][] = [
  ['a new object', { kind: 'SKU', metadata: { generation: 1 } }, 'Progressing'],
  [
    'an object changed since the last reconcile',
    { ...anObject('SKU', { conditions: [['Ready', 'True', 'Resolved']] }), metadata: { generation: 3 } },
    'Progressing',
  ],
  ['a ready object', anObject('SKU', { conditions: [['Ready', 'True', 'Resolved']] }), 'Healthy'],
  [
    'an object that waits for one applied after it',
    anObject('SKU', { conditions: [['Ready', 'False', referenceMissing]] }),
    'Progressing',
  ],
  [
    'an image that is being imported',
    anObject('VMImage', { conditions: [['Ready', 'False', importing]] }),
    'Progressing',
  ],
  [
    'an image whose import failed',
    anObject('VMImage', { conditions: [['Ready', 'False', importFailed]] }),
    'Degraded',
  ],
  [
    'a GPU whose device is taken',
    anObject('GPU', { conditions: [['Ready', 'False', deviceTaken]] }),
    'Degraded',
  ],
  [
    'a node in maintenance',
    anObject('ComputeNode', {
      spec: { state: 'Maintenance' },
      conditions: [['Ready', 'False', maintenance]],
    }),
    'Suspended',
  ],
  [
    'a node in planned maintenance',
    anObject('ComputeNode', {
      spec: { state: 'Active' },
      state: 'Maintenance',
      conditions: [['Ready', 'False', maintenance]],
    }),
    'Suspended',
  ],
  [
    'a suspended tenant',
    anObject('Tenant', { spec: { state: 'Suspended' }, conditions: [['Ready', 'False', suspended]] }),
    'Suspended',
  ],
  [
    'a running machine',
    anObject('Workload', {
      phase: 'Running',
      conditions: [
        ['Stalled', 'False', 'Progressing'],
        ['Ready', 'True', running],
      ],
    }),
    'Healthy',
  ],
  [
    'a machine that waits for capacity',
    anObject('Workload', {
      phase: 'Pending',
      conditions: [
        ['Ready', 'False', noCapacity],
        ['Stalled', 'False', 'Progressing'],
      ],
    }),
    'Progressing',
  ],
  [
    'a failed machine',
    anObject('Workload', {
      phase: 'Failed',
      conditions: [
        ['Ready', 'False', crashLoop],
        ['Stalled', 'True', crashLoop],
      ],
    }),
    'Degraded',
  ],
  [
    'a machine that is stopped as requested',
    anObject('Workload', {
      spec: { powerState: 'Stopped' },
      phase: 'Stopped',
      conditions: [['Ready', 'False', stopped]],
    }),
    'Suspended',
  ],
  [
    'a frozen machine',
    anObject('Workload', {
      spec: { powerState: 'Running', freeze: { reason: 'Abuse.' } },
      phase: 'Stopped',
      conditions: [
        ['Stalled', 'True', frozen],
        ['Ready', 'False', frozen],
      ],
    }),
    'Suspended',
  ],
];

describe("Argo CD's health of", () => {
  let factory: LuaFactory;
  beforeAll(() => {
    factory = new LuaFactory();
  });

  it.each(cases)('%s', async (_, object, status) => {
    const lua = await factory.createEngine();
    lua.global.set('obj', object);
    const health = (await lua.doString(script())) as Health;
    expect(health.status).toBe(status);
    expect(health.message).toMatch(/\S/);
    lua.global.close();
  });
});
