import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** OWASP's first choice: Argon2id (2), 19 MiB, two passes. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** More hashes at once would take the memory and the threads that everything else needs. */
const MAX_AT_ONCE = 4;

const limited = pLimit(MAX_AT_ONCE);

/** Argon2id in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(password, parameters));
}

/** Whether the password belongs to the hash. Without a hash it takes as long and is false. */
export function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  return limited(async () => {
    const matches = await verify(passwordHash ?? unknownAccountHash, password);
    return passwordHash !== undefined && matches;
  });
}

/** The hash of a password that nobody knows, made with the same parameters. */
const unknownAccountHash =
  '$argon2id$v=19$m=19456,t=2,p=1$clGlPujqqhKU0H+n/PcF/g$bxFPmwU1X+Bv1WG61SJCGHIC2/iWD5hNCY1j8ZOEnXY';
