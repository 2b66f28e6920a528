import type { Registry } from 'prom-client';
import { readingMetric } from '../database/metrics.ts';

/** Exports whether live events cover changes in the database. */
export function liveMetrics(registry: Registry, hearsChanges: () => boolean): void {
  readingMetric(registry, {
    name: 'gpulease_live_events_listening',
    help: '1 if the portal receives change notifications from the database, for live events; otherwise 0',
    read: () => Promise.resolve(Number(hearsChanges())),
  });
}
