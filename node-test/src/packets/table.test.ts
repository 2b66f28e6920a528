import { expect, it } from '@jest/globals';
import { mustReach, senders, targets } from './table.ts';

it('opens each target to some sender, the node itself included', () => {
  for (const target of targets) {
    const cells = senders.map((sender) => mustReach(sender, target));
    expect(cells).toContain(true);
    expect(mustReach('the node itself', target)).toBe(true);
  }
});

it.each([
  ['machine', 'API server', false],
  ['machine', 'DNS by UDP', true],
  ["another tenant's machine", 'machine: SSH', false],
  ['outside', 'machine: SSH', true],
  ['operator', 'database', false],
  ['portal', 'database', true],
  ['portal', 'cloud metadata', false],
  ['portal', 'kubelet', undefined],
] as const)('%s to %s: %s', (sender, target, expected) => {
  expect(mustReach(sender, target)).toBe(expected);
});
