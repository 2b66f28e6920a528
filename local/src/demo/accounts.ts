import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from '../rest/session.ts';

/** The initial accounts of a demo and the roles of its database. */
export interface Accounts {
  demo: Account;
  admin: Account;
  databaseOwnerPassword: string;
  databasePassword: string;
}

/** The accounts of the demo in `home`; their passwords are generated at the first start and kept. */
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

/** Short enough to type, and with a digit and a capital as the portal's rule wants. */
function createPassword(): string {
  return `Gpu1-${randomBytes(6).toString('hex')}`;
}

function createSecret(): string {
  return randomBytes(18).toString('base64url');
}
