import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { rateLimited } from '../http/product-error.ts';

/** OWASP's first choice: Argon2id (2), 19 MiB, two passes. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Half of Node's four threads: names are resolved, files read and captchas checked by the others. */
const MAX_AT_ONCE = 2;
/** About two seconds of work; a flood is turned away rather than kept waiting. */
const MAX_WAITING = 64;
const RETRY_SECONDS = 5;

const limited = pLimit(MAX_AT_ONCE);

/** Argon2id in PHC form. Throws REQUEST_FAILED (RATE_LIMITED) when too many wait already. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters));
}

/** Whether the password belongs to the hash. Without a hash it takes as long and is false. Throws as `hashPassword`. */
export function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  return inTurn(async () => {
    const matches = await verify(passwordHash ?? unknownAccountHash, password);
    return passwordHash !== undefined && matches;
  });
}

/** The hash of a password that nobody knows, made with the same parameters. */
const unknownAccountHash =
  '$argon2id$v=19$m=19456,t=2,p=1$clGlPujqqhKU0H+n/PcF/g$bxFPmwU1X+Bv1WG61SJCGHIC2/iWD5hNCY1j8ZOEnXY';

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (limited.pendingCount >= MAX_WAITING) throw rateLimited(RETRY_SECONDS);
  return limited(work);
}
