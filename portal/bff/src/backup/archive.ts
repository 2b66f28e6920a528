/** The folder of a backup: files of lines, compressed and, if there is a key, encrypted. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { decrypt, encrypt, type Bytes } from './cipher.ts';

export interface Archive {
  readonly folder: string;
  /** Absent if the backup is not encrypted. */
  readonly key?: Buffer | undefined;
}

/** A file of the backup, and its expected content. */
export interface BackupPart {
  readonly file: string;
  readonly rows: number;
  /** Of the stored file. */
  readonly sha256: string;
}

/** Batches of lines without line ends. */
type Lines = AsyncIterable<readonly string[]> | Iterable<readonly string[]>;

/** Size of decompressed chunks. */
const CHUNK_BYTES = 2 ** 20;

/** Writes the lines to a new file and flushes it to disk. */
export async function writePart({ folder, key }: Archive, name: string, lines: Lines): Promise<BackupPart> {
  const file = `${name}.jsonl.gz${key ? '.enc' : ''}`;
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let rows = 0;
  await pipeline(
    async function* () {
      for await (const some of lines) {
        rows += some.length;
        yield some.map((line) => `${line}\n`).join('');
      }
    },
    createGzip(),
    (source: Bytes) => (key ? encrypt(source, key, file) : source),
    (source: Bytes) => hashing(source, hash),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { file, rows, sha256: hash.digest('hex') };
}

/** Yields the lines of a part. Throws, at the latest after the last line, if the file was altered. */
export async function* readPart({ folder, key }: Archive, part: BackupPart): AsyncGenerator<string[]> {
  const { file } = part;
  const hash = createHash('sha256');
  const bytes = hashing(createReadStream(join(folder, file)), hash);
  const text = createGunzip({ chunkSize: CHUNK_BYTES }).setEncoding('utf8');
  const done = pipeline(key ? decrypt(bytes, key, file) : bytes, text);
  // The same error ends `text`, whose reader throws it.
  done.catch(() => undefined);
  let rows = 0;
  try {
    for await (const lines of linesOf(text)) {
      rows += lines.length;
      yield lines;
    }
    await done;
  } catch (error) {
    throw new Error(`${file} cannot be read back: ${(error as Error).message}`, { cause: error });
  }
  if (hash.digest('hex') !== part.sha256) throw new Error(`${file} differs from the file that was written.`);
  if (rows !== part.rows) throw new Error(`${file} has ${rows} rows instead of ${part.rows}.`);
}

async function* hashing(source: Bytes, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = '';
  for await (const chunk of text) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
}
