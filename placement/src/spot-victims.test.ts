import { describe, expect, it } from '@jest/globals';
import { NO_AMOUNTS, type Allocation, type Amounts } from './capacity.ts';
import { chooseVictims } from './spot-victims.ts';

/** A Spot machine named after its age and GPUs: `b2` is older than `c1` and has two. */
function aMachine(name: string, changes: Partial<Allocation> = {}): Allocation {
  const gpus = Number(name.slice(1));
  return {
    workload: name,
    tenant: 'u-1',
    node: 'n1',
    amounts: { cpu: 1000 * gpus, memory: 10 * gpus, storage: 0, gpus, pods: 0 },
    spot: true,
    createdAt: name.charCodeAt(0),
    from: 0,
    ...changes,
  };
}

interface Case {
  name: string;
  needed: Partial<Amounts>;
  machines: Allocation[];
  victims: string[] | undefined;
}

const machines = (...names: string[]): Allocation[] => names.map((name) => aMachine(name));

const cases: Case[] = [
  { name: 'none when nothing is needed', needed: {}, machines: machines('a1'), victims: [] },
  {
    name: 'the newest of equals',
    needed: { gpus: 1 },
    machines: machines('a1', 'c1', 'b1'),
    victims: ['c1'],
  },
  {
    name: 'the newest that suffices, even if an older one is larger',
    needed: { gpus: 1 },
    machines: machines('a4', 'b1'),
    victims: ['b1'],
  },
  {
    name: 'one large machine rather than two newer small ones',
    needed: { gpus: 2 },
    machines: machines('a2', 'b1', 'c1'),
    victims: ['a2'],
  },
  {
    name: 'two when one does not suffice',
    needed: { gpus: 3 },
    machines: machines('a1', 'b2', 'c1'),
    victims: ['b2', 'c1'],
  },
  { name: 'none if too few', needed: { gpus: 3 }, machines: machines('a1', 'b1'), victims: undefined },
  {
    name: 'for memory alone, whichever machine has it',
    needed: { memory: 20 },
    machines: machines('a2', 'b1'),
    victims: ['a2'],
  },
  {
    name: 'none for storage whose disk stays on the node',
    needed: { storage: 5 },
    machines: [aMachine('a1', { amounts: { ...NO_AMOUNTS, storage: 5 }, diskStays: true })],
    victims: undefined,
  },
  {
    name: 'one for storage whose disk is deleted with it',
    needed: { storage: 5 },
    machines: [aMachine('a1', { amounts: { ...NO_AMOUNTS, storage: 5 } })],
    victims: ['a1'],
  },
  {
    name: 'none when leaving machines suffice',
    needed: { gpus: 1 },
    machines: [aMachine('a1', { stage: 'Leaving' }), aMachine('b1')],
    victims: [],
  },
  {
    name: 'those with notice, even if others are newer',
    needed: { gpus: 1 },
    machines: [aMachine('a1', { stage: 'Noticed' }), aMachine('b1')],
    victims: ['a1'],
  },
  {
    name: 'only as many with notice as needed, the newest of them',
    needed: { gpus: 1 },
    machines: [aMachine('a1', { stage: 'Noticed' }), aMachine('b1', { stage: 'Noticed' })],
    victims: ['b1'],
  },
  {
    name: 'others in addition to those with notice when more is needed',
    needed: { gpus: 2 },
    machines: [aMachine('a1', { stage: 'Noticed' }), aMachine('b1'), aMachine('c1')],
    victims: ['a1', 'c1'],
  },
];

describe('chooseVictims takes', () => {
  it.each(cases)('$name', ({ needed, machines: spot, victims }) => {
    const chosen = chooseVictims({ ...NO_AMOUNTS, ...needed }, spot);
    expect(chosen?.map(({ workload }) => workload).sort()).toEqual(victims);
  });
});
