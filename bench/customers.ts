import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { keepAccounts } from '../local/src/demo/accounts.ts';
import { runNode } from '../local/src/demo/run-node.ts';
import { recharge, RestSession } from '../local/src/rest/session.ts';
import { repository, type BenchDemo } from './demo.ts';

/** The portal accepts 30 orders per hour and account; the first one creates the customer's namespace. */
export const ordersPerCustomer = 29;
const rechargeYuan = '50000.00';

export interface Customer {
  username: string;
  session: RestSession;
}

/** Creates customers with a balance and signs them in. */
export async function createCustomers(demo: BenchDemo, count: number): Promise<Customer[]> {
  const password = `Bench-${randomBytes(8).toString('hex')}`;
  const prefix = `bench-${randomBytes(3).toString('hex')}`;
  const users = Array.from({ length: count }, (_, index) => ({
    username: `${prefix}-${index}`,
    password,
    phone: `139${String(Date.now() + index).slice(-8)}`,
  }));
  await runNode(join(repository, 'portal/bff/src/seed.ts'), {
    env: { DATABASE_URL: databaseUrl(demo) },
    input: JSON.stringify({ users, inviteCodes: 0 }),
  });
  const customers: Customer[] = [];
  for (const { username } of users) {
    const session = await new RestSession(demo.facts.url).signIn({ username, password });
    await recharge(session, rechargeYuan);
    customers.push({ username, session });
  }
  return customers;
}

function databaseUrl(demo: BenchDemo): string {
  const { databasePassword } = keepAccounts(demo.home);
  return `postgresql://gpulease:${databasePassword}@127.0.0.1:${demo.port('postgres')}/gpulease`;
}
