import type { Registry } from 'prom-client';
import { readingMetric } from '../database/metrics.ts';

/** Exports whether live events cover changes in the database. */
export function liveMetrics(registry: Registry, hearsChanges: () => boolean): void {
  readingMetric(registry, {
    name: 'gpulease_live_events_listening',
    help: '1 while changes in the database are heard, of which live events tell; 0 while they are not',
    read: () => Promise.resolve(Number(hearsChanges())),
  });
}
