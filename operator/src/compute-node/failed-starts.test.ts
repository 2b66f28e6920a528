import { describe, expect, it } from '@jest/globals';
import type { ComputeNode, FailedStart } from '@gpulease/crds';
import type { NodeView } from './node-view.ts';
import {
  failedStartsAfter,
  failedStartsOn,
  failWidely,
  regionsWithOtherShare,
  implicatesNode,
  startsMachines,
} from './failed-starts.ts';
import type { StartOutcome } from '../start-outcome.ts';

const noon = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes));

type Start = [workload: string, minute: number, result: 'fails' | 'starts', lastRan?: number];

const outcome = ([workload, minute, result, lastRan]: Start): StartOutcome => ({
  workload,
  at: noon(minute),
  hasFailed: result === 'fails',
  lastRanAt: lastRan === undefined ? undefined : noon(lastRan).toISOString(),
});

describe('starts count against their node', () => {
  it.each<[name: string, starts: Start[], speak: boolean]>([
    ['not when one start fails', [['u-1/a', 0, 'fails']], false],
    [
      'when two machines fail',
      [
        ['u-1/a', 0, 'fails'],
        ['u-2/b', 20, 'fails'],
      ],
      true,
    ],
    [
      'not when a start succeeds in between',
      [
        ['u-1/a', 0, 'fails'],
        ['u-2/b', 20, 'starts'],
        ['u-3/c', 40, 'fails'],
      ],
      false,
    ],
    [
      'no longer once a start succeeds',
      [
        ['u-1/a', 0, 'fails'],
        ['u-2/b', 20, 'fails'],
        ['u-1/a', 40, 'starts'],
      ],
      false,
    ],
    [
      'not when one machine fails again, because the machine may be at fault',
      [
        ['u-1/a', 0, 'fails'],
        ['u-1/a', 20, 'fails'],
      ],
      false,
    ],
    [
      'not when it ran before its first failure',
      [
        ['u-1/a', 0, 'fails', -10],
        ['u-1/a', 20, 'fails', -10],
      ],
      false,
    ],
    [
      'when it ran elsewhere in between',
      [
        ['u-1/a', 0, 'fails'],
        ['u-1/a', 20, 'fails', 10],
      ],
      true,
    ],
    [
      'even when it fails again after that',
      [
        ['u-1/a', 0, 'fails'],
        ['u-1/a', 20, 'fails', 10],
        ['u-1/a', 40, 'fails'],
      ],
      true,
    ],
  ])('%s', (_, starts, speak) => {
    expect(implicatesNode(failedStartsAfter([], starts.map(outcome)))).toBe(speak);
  });

  it('for the latest eight machines, each once and since its first failure', () => {
    const many = 'abcdefghij'.split('').map((name, minute): Start => [`u-1/${name}`, minute, 'fails']);
    const failed = failedStartsAfter([], [...many, ['u-1/e', 30, 'fails'] as Start].map(outcome));
    expect(failed.map(({ workload }) => workload.slice(4))).toEqual('cdfghije'.split(''));
    expect(failed.at(-1)?.since).toBe(noon(4).toISOString());
  });
});

const failed: FailedStart[] = ['u-1/a', 'u-2/b'].map((workload, index) => ({
  workload,
  since: noon(20 - 20 * index).toISOString(),
}));

interface Changes {
  failed?: FailedStart[];
  state?: string;
  generation?: number;
  region?: string;
}

function aNode(name: string, changes: Changes = {}) {
  const { failed: failedStarts = [], state = 'Active', generation = 1, region = 'east' } = changes;
  return {
    metadata: { name, generation },
    spec: { region, state },
    status: { observedGeneration: 1, failedStarts },
  } as unknown as ComputeNode;
}

const inRegion = (computeNode: ComputeNode, ...others: ComputeNode[]) =>
  ({ computeNode, inRegion: () => [computeNode, ...others] }) as unknown as NodeView;

it('failed starts are dropped when the spec has changed since', () => {
  expect(failedStartsOn(aNode('a', { failed }))).toEqual(failed);
  expect(failedStartsOn(aNode('a', { failed, generation: 2 }))).toEqual([]);
});

describe('starts fail widely', () => {
  const sick = aNode('sick', { failed });
  const well = aNode('well');
  it.each<[name: string, others: ComputeNode[], widely: boolean]>([
    ['on the only node', [], true],
    ['not on one of two', [well], false],
    ['on both nodes', [aNode('b', { failed })], true],
    ['on two of three', [aNode('b', { failed }), well], true],
    ['not on two of four', [aNode('b', { failed }), well, aNode('c')], false],
    ['on the only active one', [aNode('b', { state: 'Inactive' })], true],
  ])('%s', (_, others, widely) => {
    expect(failWidely(inRegion(sick, ...others))).toBe(widely);
  });

  it('and are reported with the machines and the time of the first failure', () => {
    const since = noon(0).toISOString();
    const objects = [
      { kind: 'Workload', name: 'u-1/a' },
      { kind: 'Workload', name: 'u-2/b' },
    ];
    const words =
      'These machines failed to start on the node, and none has started there since 2026-01-01 12:00 UTC: u-1/a, u-2/b.';
    expect(startsMachines(inRegion(sick, well))).toMatchObject({
      status: 'False',
      reason: 'StartsFail',
      message: words,
      parameters: { objects, since },
    });
    expect(startsMachines(inRegion(sick))).toMatchObject({
      status: 'False',
      reason: 'StartsFailWidely',
      message: `${words} Starts fail on most nodes of the region, so it stays open.`,
    });
    expect(startsMachines(inRegion(well, sick))).toMatchObject({ status: 'True', reason: 'StartsSucceed' });
  });
});

describe('the share of nodes on which starts fail changes', () => {
  const well = aNode('a');
  const sick = aNode('a', { failed });
  it.each<[name: string, before: ComputeNode | undefined, after: ComputeNode | undefined, regions: string[]]>(
    [
      ['when a node is added', undefined, well, ['east']],
      ['when a node is removed', well, undefined, ['east']],
      ['when starts begin to fail on one', well, sick, ['east']],
      ['when a machine starts on it again', sick, well, ['east']],
      ['when it leaves service', well, aNode('a', { state: 'Maintenance' }), ['east']],
      ['in both regions when it moves', sick, aNode('a', { failed, region: 'west' }), ['east', 'west']],
      ['not when anything else about it changes', well, aNode('a', { generation: 2 }), []],
    ],
  )('%s', (_, before, after, regions) => {
    expect(regionsWithOtherShare(before, after)).toEqual(regions);
  });
});
