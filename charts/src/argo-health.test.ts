import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { catalogueReasons, workloadReasons } from '@gpulease/crds';
import { LuaFactory } from 'wasmoon';
import { parse } from 'yaml';

/** The settings of Argo CD that the guide gives. */
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

/** An object that the operator has seen, with what it says of it. */
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
  ['an object that is new', { kind: 'SKU', metadata: { generation: 1 } }, 'Progressing'],
  [
    'an object that was changed since',
    { ...anObject('SKU', { conditions: [['Ready', 'True', 'Resolved']] }), metadata: { generation: 3 } },
    'Progressing',
  ],
  ['one that is ready', anObject('SKU', { conditions: [['Ready', 'True', 'Resolved']] }), 'Healthy'],
  [
    'one that waits for what is applied after it',
    anObject('SKU', { conditions: [['Ready', 'False', referenceMissing]] }),
    'Progressing',
  ],
  [
    'an image on its way',
    anObject('VMImage', { conditions: [['Ready', 'False', importing]] }),
    'Progressing',
  ],
  [
    'an image that cannot be had',
    anObject('VMImage', { conditions: [['Ready', 'False', importFailed]] }),
    'Degraded',
  ],
  [
    'a GPU whose device another has',
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
    'a machine that runs',
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
    'a machine that waits for its place',
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
    'a machine that has failed',
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
    'a machine that is off as it should be',
    anObject('Workload', {
      spec: { powerState: 'Stopped' },
      phase: 'Stopped',
      conditions: [['Ready', 'False', stopped]],
    }),
    'Suspended',
  ],
  [
    'a machine that an administrator holds',
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
