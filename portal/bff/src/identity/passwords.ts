import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { rateLimited } from '../http/product-error.ts';

/** OWASP's first choice: Argon2id (2), 19 MiB, two passes. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Half of Node's four threads, leaving the others for DNS, files and captchas. */
const MAX_AT_ONCE = 2;
/** About two seconds of work; requests beyond it are rejected instead of queued. */
const MAX_WAITING = 64;
const RETRY_SECONDS = 5;

const limited = pLimit(MAX_AT_ONCE);

/** Returns the Argon2id hash in PHC format. Throws REQUEST_FAILED (RATE_LIMITED) if the queue is full. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters));
}

/** Whether the password matches the hash; false without a hash, after the same time. Throws like `hashPassword`. */
export function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  return inTurn(async () => {
    const matches = await verify(passwordHash ?? unknownAccountHash, password);
    return passwordHash !== undefined && matches;
  });
}

/** The hash of an unknown random password, with the same parameters. */
const unknownAccountHash =
  '$argon2id$v=19$m=19456,t=2,p=1$clGlPujqqhKU0H+n/PcF/g$bxFPmwU1X+Bv1WG61SJCGHIC2/iWD5hNCY1j8ZOEnXY';

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (limited.pendingCount >= MAX_WAITING) throw rateLimited(RETRY_SECONDS);
  return limited(work);
}
