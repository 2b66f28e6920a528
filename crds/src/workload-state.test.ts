import { describe, expect, it } from '@jest/globals';
import { restartAskedAt } from './workload-state.ts';
import type { Workload } from './v1alpha1/workload.ts';

const NOW = new Date('2026-01-01T12:00:00Z');

describe('a restart', () => {
  it.each<[what: string, asked: string | undefined, done: string | undefined, counts: boolean]>([
    ['that was not requested', undefined, undefined, false],
    ['that is the first', '2026-01-01T11:00:00Z', undefined, true],
    ['that was carried out', '2026-01-01T11:00:00Z', '2026-01-01T11:00:00Z', false],
    [
      'that was carried out, in another time format',
      '2026-01-01T12:00:00+01:00',
      '2026-01-01T11:00:00Z',
      false,
    ],
    ['that is newer', '2026-01-01T11:00:01Z', '2026-01-01T11:00:00Z', true],
    ['that is older', '2026-01-01T10:00:00Z', '2026-01-01T11:00:00Z', false],
    ['in the future that is the first', '2030-01-01T00:00:00Z', undefined, true],
    ['in the future that was carried out', '2030-01-01T00:00:00Z', '2030-01-01T00:00:00Z', false],
    ['that follows one in the future', '2026-01-01T12:00:00Z', '2030-01-01T00:00:00Z', true],
  ])('%s', (_, asked, done, counts) => {
    const spec = { restartedAt: asked } as Workload['spec'];
    const status = done === undefined ? {} : { restartedAt: done };
    expect(restartAskedAt({ spec, status }, NOW)?.toISOString()).toBe(
      counts ? new Date(asked ?? '').toISOString() : undefined,
    );
  });
});
