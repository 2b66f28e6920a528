import { join } from 'node:path';
import { runNode } from './run-node.ts';
import type { Settings } from './settings.ts';

export interface Person {
  readonly username: string;
  readonly password: string;
  readonly phone: string;
  /** RFC 3339; now if absent. */
  readonly registeredAt?: string;
}

/** Phone number of the user `demo`. */
export const demoPhone = '13800138000';

/** Creates missing users and returns an invite code. The portal creates the first admin itself. */
export async function seedPeople(
  { repository }: Settings,
  databaseUrl: string,
  users: readonly Person[],
): Promise<string> {
  const answer = await runNode(join(repository, 'portal/bff/src/seed.ts'), {
    env: { DATABASE_URL: databaseUrl },
    input: JSON.stringify({ users, inviteCodes: 1 }),
  });
  const [inviteCode] = (JSON.parse(answer) as { inviteCodes: string[] }).inviteCodes;
  if (inviteCode === undefined) throw new Error('The portal made no invite code');
  return inviteCode;
}
