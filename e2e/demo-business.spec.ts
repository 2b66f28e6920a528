import type { Overview } from '@gpulease/contract/overview';
import type { FleetMetrics } from '@gpulease/contract/fleet-metrics';
import { expect, test } from '@playwright/test';
import { demoFacts, startDemo } from './support/demo.ts';
import { RestSession } from './support/rest.ts';

test('a new demo has customers who have used machines on every day until now', async () => {
  const demo = await startDemo({ data: 'business' });
  try {
    const { url, admin } = demoFacts(demo.home);
    const operator = await RestSession.admin(admin, url);
    const { body } = await operator.get<Overview>('/admin/overview');
    const idle = body.money.days.slice(0, -1).filter(({ used }) => Number(used) <= 0);
    expect(body.money.days).toHaveLength(30);
    expect(idle).toEqual([]);
    const fleet = await operator.get<FleetMetrics>('/admin/fleet-metrics?range=30d');
    expect(unmeasured(fleet.body)).toEqual([]);
  } finally {
    await demo.stop();
  }
});

/** Returns the series of a graph that lack a value at some point. */
function unmeasured(fleet: FleetMetrics): string[] {
  if (!fleet.available) return ['all'];
  return fleet.series.filter(({ values }) => values.includes(null)).map(({ of }) => of);
}
