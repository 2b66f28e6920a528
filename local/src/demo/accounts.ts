import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from '../rest/session.ts';

/** Initial accounts of a demo, and the passwords of its database roles. */
export interface Accounts {
  demo: Account;
  admin: Account;
  databaseOwnerPassword: string;
  databasePassword: string;
}

/** Returns the accounts of the demo in `home`. Generates and stores their passwords at the first start. */
export function keepAccounts(home: string): Accounts {
  const file = join(home, 'accounts.json');
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(createAccounts(), null, 2), { mode: 0o600 });
  return JSON.parse(readFileSync(file, 'utf8')) as Accounts;
}

function createAccounts(): Accounts {
  return {
    demo: { username: 'demo', password: createPassword() },
    admin: { username: 'admin', password: createPassword() },
    databaseOwnerPassword: createSecret(),
    databasePassword: createSecret(),
  };
}

/** Short enough to type; the digit and the capital satisfy the portal's password rule. */
function createPassword(): string {
  return `Gpu1-${randomBytes(6).toString('hex')}`;
}

function createSecret(): string {
  return randomBytes(18).toString('base64url');
}
