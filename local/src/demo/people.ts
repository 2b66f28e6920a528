import { join } from 'node:path';
import type { Accounts } from './accounts.ts';
import { runNode } from './run-node.ts';
import type { Settings } from './settings.ts';

const demoPhone = '13800138000';

interface Seeded {
  inviteCodes: string[];
}

/**
 * Makes the demo user unless there is one, and returns an invite code for a newcomer. The admin is not made here: the
 * portal makes the first one from its setting.
 */
export async function seedPeople(
  settings: Settings,
  databaseUrl: string,
  { demo }: Accounts,
): Promise<string> {
  const wanted = { users: [{ ...demo, phone: demoPhone }], inviteCodes: 1 };
  const answer = await runNode(join(settings.repository, 'portal/bff/src/seed.ts'), {
    env: { DATABASE_URL: databaseUrl },
    input: JSON.stringify(wanted),
  });
  const seeded = JSON.parse(answer) as Seeded;
  const [inviteCode] = seeded.inviteCodes;
  if (inviteCode === undefined) throw new Error('The portal made no invite code');
  return inviteCode;
}
