import type { Overview } from '@gpulease/contract/overview';
import { expect, test } from '@playwright/test';
import { demoFacts, startDemo } from './support/demo.ts';
import { RestSession } from './support/rest.ts';

test('the demo that a newcomer starts has customers who have used machines on every day until now', async () => {
  const demo = await startDemo({ data: 'business' });
  try {
    const { url, admin } = demoFacts(demo.home);
    const { body } = await (await RestSession.admin(admin, url)).get<Overview>('/admin/overview');
    const idle = body.money.days.slice(0, -1).filter(({ used }) => Number(used) <= 0);
    expect(body.money.days).toHaveLength(30);
    expect(idle).toEqual([]);
  } finally {
    await demo.stop();
  }
});
