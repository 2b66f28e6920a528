/** `manifest.json` lists the content of a backup. It is written last, so a folder without it is not a backup. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { readPart, type Archive, type BackupPart } from './archive.ts';
import { deriveKey } from './cipher.ts';
import type { ClusterPart } from './dump-cluster.ts';
import type { DatabasePart } from './dump-database.ts';

interface Manifest {
  readonly format: 1;
  readonly takenAt: string;
  /** Version of the program that created the backup. */
  readonly version: string;
  /** Base64; absent if the backup is not encrypted. */
  readonly salt?: string;
  readonly database?: DatabasePart;
  readonly cluster?: ClusterPart;
}

/** An opened backup. */
export interface Backup {
  readonly archive: Archive;
  readonly manifest: Manifest;
}

export const MANIFEST = 'manifest.json';

/** Creates the folder of a backup, which must not exist; encrypts the backup if a passphrase is given. */
export async function beginBackup(folder: string, passphrase?: string): Promise<Backup> {
  await mkdir(folder, { mode: 0o700 });
  const salt = randomBytes(16);
  const manifest: Manifest = {
    format: 1,
    takenAt: new Date().toISOString(),
    version: packageJson.version,
    ...(passphrase !== undefined && { salt: salt.toString('base64') }),
  };
  const key = passphrase === undefined ? undefined : deriveKey(passphrase, salt);
  return { archive: { folder, key }, manifest };
}

/** Completes a backup by writing its manifest. */
export async function finishBackup({ archive, manifest }: Backup): Promise<void> {
  const { folder, key } = archive;
  const mac = key && macOf(manifest, key).toString('hex');
  const path = join(folder, MANIFEST);
  const text = `${JSON.stringify({ ...manifest, mac }, undefined, 2)}\n`;
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/** Opens a backup without reading its parts. Throws an error that states what to do. */
export async function openBackup(folder: string, passphrase?: string): Promise<Backup> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: unknown) => {
    throw new Error(`${folder} has no ${MANIFEST}: it is not a backup, or the backup was not finished.`, {
      cause: error,
    });
  });
  const { mac = '', ...manifest } = JSON.parse(text) as Manifest & { mac?: string };
  const { format, salt, version } = manifest;
  if ((format as number) !== 1)
    throw new Error(`The backup is in another format; use version ${version}, which made it.`);
  if (salt === undefined && passphrase !== undefined)
    throw new Error('The backup is not encrypted; omit --key-file if that is intended.');
  if (salt === undefined) return { archive: { folder }, manifest };
  if (passphrase === undefined) throw new Error('The backup is encrypted; pass --key-file.');
  const key = deriveKey(passphrase, Buffer.from(salt, 'base64'));
  if (!isMac(mac, macOf(manifest, key)))
    throw new Error(`The key does not belong to this backup, or ${MANIFEST} was changed.`);
  return { archive: { folder, key }, manifest };
}

/** Reads all parts. Throws if one was altered. */
export async function verifyBackup({ archive, manifest }: Backup): Promise<readonly BackupPart[]> {
  const { database, cluster } = manifest;
  const parts = [...(database?.tables ?? []), ...(cluster?.kinds ?? [])].map(({ part }) => part);
  for (const part of parts) for await (const _ of readPart(archive, part));
  return parts;
}

/** Authenticates the manifest, so that the list of parts and their hashes cannot be changed without the key. */
function macOf(manifest: Manifest, key: Buffer): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(manifest)).digest();
}

function isMac(given: string, wanted: Buffer): boolean {
  const bytes = Buffer.from(given, 'hex');
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
}
