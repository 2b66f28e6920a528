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
    'lists GPUs that failed by their addresses',
    [],
    [failed(first), failed(second)],
    [
      { address: first, ...told },
      { address: second, ...told },
    ],
  ],
  ['lists them by count if their addresses are unknown', [], [failed(), failed('42')], [told, told]],
  [
    'lists no GPU that passed or has no verdict',
    [],
    [
      { id: first, verdict: 'Passed' },
      { id: second, verdict: 'Unknown' },
    ],
    [],
  ],
  ['lists no GPU twice', [byAddress], [failed(first)], []],
  ['lists another beside it', [byAddress], [failed(first), failed(second)], [{ address: second, ...told }]],
  ['matches an entry by count with the GPU that failed', [byNumber], [failed(second)], []],
  [
    'lists GPUs beyond that count',
    [byNumber],
    [failed(first), failed(second)],
    [{ address: second, ...told }],
  ],
  ['matches an entry by address with a failed GPU of unknown address', [byAddress], [failed()], []],
  [
    'matches no excluded entry, because excluded GPUs are not checked',
    [{ ...byNumber, devicePlugin: 'Excludes' }],
    [failed(first)],
    [{ address: first, ...told }],
  ],
])('the quarantine %s', (_, known, checked, more) => {
  const after = quarantineWith({ spec: { quarantine: known } } as ComputeNode, checked, now);
  expect(after ?? known).toEqual([...known, ...more]);
  expect(after === undefined).toBe(more.length === 0);
});
