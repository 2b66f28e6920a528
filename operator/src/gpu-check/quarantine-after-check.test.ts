import type { ComputeNode, QuarantinedGpus } from '@gpulease/crds';
import { expect, it } from '@jest/globals';
import type { CheckedGPU } from '../gpu-check-result.ts';
import { quarantineWith } from './quarantine-after-check.ts';

const now = new Date('2026-01-31T12:00:00Z');
const [first, second] = ['0000:17:00.0', '0000:1a:00.0'];
const failed = (id?: string): CheckedGPU => ({ id, verdict: 'Failed' });
const told = { reason: 'Failed the GPU check.', since: now.toISOString(), by: 'GPU check' };
const byAddress: QuarantinedGpus = { address: first, reason: 'Xid 79' };
const byNumber: QuarantinedGpus = { count: 1, reason: 'Xid 79' };

it.each<[what: string, known: QuarantinedGpus[], checked: CheckedGPU[], more: object[]]>([
  [
    'has those that failed, by their addresses',
    [],
    [failed(first), failed(second)],
    [
      { address: first, ...told },
      { address: second, ...told },
    ],
  ],
  ['has them by number where nobody tells which they are', [], [failed(), failed('42')], [told, told]],
  [
    'has none of those that passed, or of which nothing is known',
    [],
    [
      { id: first, verdict: 'Passed' },
      { id: second, verdict: 'Unknown' },
    ],
    [],
  ],
  ['does not have one twice', [byAddress], [failed(first)], []],
  ['has another one beside it', [byAddress], [failed(first), failed(second)], [{ address: second, ...told }]],
  ['takes one that is there by number for the one that failed', [byNumber], [failed(second)], []],
  [
    'has those beyond that number',
    [byNumber],
    [failed(first), failed(second)],
    [{ address: second, ...told }],
  ],
  ['takes one whose address nobody can compare for the one that failed', [byAddress], [failed()], []],
  [
    'knows that an excluded one is not checked',
    [{ ...byNumber, devicePlugin: 'Excludes' }],
    [failed(first)],
    [{ address: first, ...told }],
  ],
])('the quarantine %s', (_, known, checked, more) => {
  const after = quarantineWith({ spec: { quarantine: known } } as ComputeNode, checked, now);
  expect(after ?? known).toEqual([...known, ...more]);
  expect(after === undefined).toBe(more.length === 0);
});
