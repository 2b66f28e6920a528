import { describe, expect, it } from '@jest/globals';
import { Random } from '../../random.ts';
import { customers } from './customers.ts';
import { LAST_DAY, planBusiness, type Cost, type Step } from './plan.ts';

const cost: Cost = { atOrder: 10, perDay: 100 };
const plan = planBusiness({ random: new Random(1), costOf: () => cost });
const stepsOf = (user: string) => plan.filter((step) => step.user === user);

describe('three months of business', () => {
  it('are thirty customers with a hundred machines', () => {
    expect(customers).toHaveLength(30);
    expect(plan.filter(({ kind }) => kind === 'order').length).toBeGreaterThanOrEqual(100);
  });

  it('end before today, with days in order', () => {
    const days = plan.map(({ day }) => day);
    expect(days).toEqual(days.toSorted((a, b) => a - b));
    expect(Math.max(...days)).toBeLessThan(LAST_DAY);
  });

  it('are the same for one seed', () => {
    expect(planBusiness({ random: new Random(1), costOf: () => cost })).toEqual(plan);
  });

  it.each(customers.map(({ username }) => username))('have %s order a machine first', (user) => {
    const started = new Set<string>();
    for (const step of stepsOf(user)) {
      if (step.kind === 'recharge') continue;
      if (step.kind === 'order') started.add(step.machine.name);
      expect(started).toContain(step.machine.name);
    }
  });

  it('have every customer recharge what their machines cost', () => {
    const short = customers
      .map(({ username }) => username)
      .filter((username) => balanceOf(stepsOf(username)) < cost.perDay);
    expect(short).toEqual([]);
  });
});

/** Returns today's balance. */
function balanceOf(steps: readonly Step[]): number {
  let balance = 0;
  let running = 0;
  for (let day = 0; day < LAST_DAY; day++) {
    for (const step of steps.filter((candidate) => candidate.day === day)) {
      if (step.kind === 'recharge') balance += step.yuan;
      if (step.kind === 'order') balance -= cost.atOrder;
      if (step.kind === 'order' || step.kind === 'start') running++;
      if (step.kind === 'stop' || step.kind === 'destroy') running--;
    }
    balance -= running * cost.perDay;
  }
  return balance;
}
