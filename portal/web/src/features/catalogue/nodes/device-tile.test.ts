import type { Device } from '@gpulease/contract/catalogue';
import { describe, expect, it } from '@jest/globals';
import { deviceTilesOf } from './device-tile.ts';

const device = (name: string, status: Device['status'] = 'FREE'): Device => ({
  ...{ name, uuid: null, serial: null, status, quarantine: null, history: [] },
  machine: status === 'IN_USE' ? { user: 'mei', name: 'train' } : null,
});

interface Case {
  gpus: number;
  /** GPUs that machines hold. */
  held?: number;
  /** GPUs in quarantine without an address. */
  quarantined?: number;
  devices?: Device[];
  /** Name and status of each. */
  tiles: string[];
}

describe('the GPUs on the page of a node', () => {
  it.each<[what: string, of: Case]>([
    ['match its GPU count if none is known', { gpus: 2, tiles: ['? FREE', '? FREE'] }],
    [
      'are sold and quarantined by count if none is known',
      { gpus: 3, held: 1, quarantined: 1, tiles: ['? FREE', '? SOLD', '? QUARANTINED'] },
    ],
    [
      'count a known device of a machine as one of the sold',
      { gpus: 3, held: 2, devices: [device('a', 'IN_USE')], tiles: ['a IN_USE', '? FREE', '? SOLD'] },
    ],
    [
      'show a free device as sold if a stopped machine keeps its reserved GPU',
      { gpus: 2, held: 1, devices: [device('a'), device('b')], tiles: ['a FREE', 'b SOLD'] },
    ],
    [
      'are quarantined by address and by count',
      {
        ...{ gpus: 3, quarantined: 1, devices: [device('a', 'QUARANTINED')] },
        tiles: ['a QUARANTINED', '? FREE', '? QUARANTINED'],
      },
    ],
    [
      'never exceed its GPU count: surplus free devices are former names',
      {
        ...{ gpus: 2, held: 1, devices: [device('a'), device('b'), device('c', 'IN_USE')] },
        tiles: ['a FREE', 'c IN_USE'],
      },
    ],
    [
      'include known devices even if the counts are wrong',
      {
        ...{ gpus: 1, held: 9, quarantined: 9, devices: [device('a', 'UNHEALTHY'), device('b', 'IN_USE')] },
        tiles: ['a UNHEALTHY', 'b IN_USE'],
      },
    ],
  ])('%s', (_, { gpus, held = 0, quarantined = 0, devices = [], tiles }) => {
    const amounts = { cpu: 8, memory: 8, storage: 8 };
    const entry = { gpuNumber: quarantined, address: null, reason: 'Xid 79', since: null, by: null };
    const node = {
      resources: { ...amounts, gpuModel: 'a100', gpuNumber: gpus },
      allocated: { ...amounts, gpus: held },
      quarantine: quarantined === 0 ? [] : [{ ...entry, devicePlugin: 'OFFERS' as const }],
    };
    const shown = deviceTilesOf(node, devices).map(({ name, status }) => `${name ?? '?'} ${status}`);
    expect(shown).toEqual(tiles);
  });
});
