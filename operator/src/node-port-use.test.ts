import { describe, expect, it } from '@jest/globals';
import { nodePortUse, toPortRange } from './node-port-use.ts';

const range = toPortRange('30000-30009');
const service = (...nodePorts: (number | undefined)[]) => ({
  apiVersion: 'v1' as const,
  kind: 'Service' as const,
  metadata: { name: 'a' },
  spec: { ports: nodePorts.map((nodePort, index) => ({ port: index + 1, ...(nodePort && { nodePort }) })) },
});

describe('the node ports', () => {
  it('are those of the range, both ends included', () => {
    expect(nodePortUse(range, [])).toEqual({ total: 10, allocated: 0, free: 10 });
  });

  it('are allocated when Services use them; other ports do not count', () => {
    const use = nodePortUse(range, [service(30_001, undefined), service(30_002, 30_003)]);
    expect(use).toEqual({ total: 10, allocated: 3, free: 7 });
  });

  it('are never negative, even if the range has shrunk', () => {
    expect(nodePortUse(toPortRange('30000-30000'), [service(30_000, 30_001)]).free).toBe(0);
  });
});
