import { describe, expect, it } from '@jest/globals';
import type { Tenant, Workload } from '@gpulease/crds';
import { aWorkload } from '../../testing/scope.ts';
import { exceededPortQuota } from './port-quota.ts';

function mapping(name: string, createdAt: string, ports: number): Workload {
  const workload = aWorkload({
    ports: Array.from({ length: ports }, (_, index) => ({
      protocol: 'TCP' as const,
      port: 8000 + index,
      targetPort: 8000 + index,
    })),
  });
  const metadata = {
    ...workload.metadata,
    name,
    uid: name,
    creationTimestamp: `2026-11-22T${createdAt}:00Z`,
  };
  return { ...workload, metadata };
}

const tenant = (ports?: number) =>
  ({ spec: { username: 'mei', state: 'Active', quota: ports === undefined ? {} : { ports } } }) as Tenant;

describe('the quota of mapped ports', () => {
  const older = mapping('older', '08:00', 16);
  const younger = mapping('younger', '09:00', 16);
  const youngest = mapping('youngest', '10:00', 1);
  const all = [older, younger, youngest];

  it.each<[name: string, workload: Workload, quota: number | undefined, message: string | undefined]>([
    ['is 32 unless set for the tenant', younger, undefined, undefined],
    [
      'refuses the port that exceeds it',
      youngest,
      undefined,
      'The quota of 32 mapped ports would be exceeded: 32 in use, 1 more requested. Close ports you do not need, or ask for a larger quota.',
    ],
    ['may be larger', youngest, 33, undefined],
    ['takes nothing from older machines', older, 16, undefined],
    [
      'may be smaller',
      younger,
      16,
      'The quota of 16 mapped ports would be exceeded: 16 in use, 16 more requested. Close ports you do not need, or ask for a larger quota.',
    ],
    ['does not affect a machine without mapped ports', mapping('plain', '11:00', 0), 0, undefined],
  ])('%s', (_, workload, quota, message) => {
    expect(exceededPortQuota(workload, tenant(quota), () => all)?.message).toBe(message);
  });
});
