import {
  mkdtempSync,
  readFileSync,
  copyFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readPart, writePart, type Archive } from './archive.ts';
import { beginBackup, finishBackup, openBackup, verifyBackup } from './manifest.ts';

const home = mkdtempSync(join(tmpdir(), 'gpulease-backup-'));
afterAll(() => rmSync(home, { recursive: true }));

const secret = 'correct horse battery staple';
let count = 0;
const aFolder = () => join(home, String((count += 1)));

/** Lines that break other formats, and more than one chunk of them. */
const lines = [
  '["甲","\\n",null]',
  '',
  ...Array.from({ length: 30_000 }, (_, n) => `["${'x'.repeat(n % 90)}"]`),
];
async function* inTwo() {
  yield await Promise.resolve(lines.slice(0, 2));
  yield lines.slice(2);
}

async function* someOthers() {
  yield await Promise.resolve(['["乙"]']);
}

async function aBackup(folder: string, passphrase?: string) {
  const { archive, manifest } = await beginBackup(folder, passphrase);
  const part = await writePart(archive, 'database/t', inTwo());
  const other = await writePart(archive, 'database/u', someOthers());
  const tables = [part, other].map((one) => ({ name: 't', columns: [], part: one }));
  const backup = { archive, manifest: { ...manifest, database: { migrations: [], tables, sequences: [] } } };
  await finishBackup(backup);
  return { part, other, file: join(folder, part.file), otherFile: join(folder, other.file) };
}

const verify = async (folder: string, passphrase?: string) =>
  verifyBackup(await openBackup(folder, passphrase));

function flip(path: string, at: number) {
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(path, bytes);
}

describe.each([
  ['plain', undefined],
  ['encrypted', secret],
])('a backup that is %s', (_, passphrase) => {
  it('is read back unchanged, and is readable only by its owner', async () => {
    const folder = aFolder();
    const { part, file } = await aBackup(folder, passphrase);
    const { archive } = await openBackup(folder, passphrase);
    expect(await readAll(archive, part)).toEqual(lines);
    expect(part.rows).toBe(lines.length);
    expect(readFileSync(file).includes('xxxxxxxxxxxxxxxxxxxxxx')).toBe(false);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(await verify(folder, passphrase)).toHaveLength(2);
  });

  it.each<[string, (backup: Awaited<ReturnType<typeof aBackup>>) => void]>([
    ['has a changed byte', ({ file }) => flip(file, 40)],
    ['is truncated', ({ file }) => truncateSync(file, 500)],
    ['is empty', ({ file }) => truncateSync(file, 0)],
    ['is missing', ({ file }) => rmSync(file)],
    ['is replaced by another of its files', ({ file, otherFile }) => copyFileSync(otherFile, file)],
  ])('is rejected if a file %s', async (_what, damage) => {
    const folder = aFolder();
    const backup = await aBackup(folder, passphrase);
    damage(backup);
    await expect(verify(folder, passphrase)).rejects.toThrow(backup.part.file);
  });

  it('does not overwrite an existing backup', async () => {
    const folder = aFolder();
    await aBackup(folder, passphrase);
    await expect(beginBackup(folder, passphrase)).rejects.toThrow('EEXIST');
  });
});

it('an unfinished backup cannot be opened', async () => {
  const folder = aFolder();
  await beginBackup(folder);
  await expect(openBackup(folder)).rejects.toThrow('the backup was not finished');
});

it.each<[string, string | undefined, string | undefined, string]>([
  ['no key', secret, undefined, 'is encrypted; pass --key-file'],
  ['the wrong key', secret, 'tr0ub4dor&3', 'The key does not belong to this backup'],
  ['a key although it is not encrypted', undefined, secret, 'is not encrypted'],
])('a backup cannot be opened with %s', async (_, written, read, message) => {
  const folder = aFolder();
  await aBackup(folder, written);
  await expect(openBackup(folder, read)).rejects.toThrow(message);
});

it('a backup cannot be opened with a manifest that was changed without the key', async () => {
  const folder = aFolder();
  await aBackup(folder, secret);
  const path = join(folder, 'manifest.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"rows": 30002', '"rows": 30001'));
  await expect(openBackup(folder, secret)).rejects.toThrow('manifest.json was changed');
});

async function readAll(archive: Archive, part: Parameters<typeof readPart>[1]): Promise<string[]> {
  const all: string[] = [];
  for await (const some of readPart(archive, part)) all.push(...some);
  return all;
}
