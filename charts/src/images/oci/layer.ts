import { spawn } from 'node:child_process';
import { createHash, type Hash } from 'node:crypto';
import { createWriteStream, statSync } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';

/** The content of a layer or another archive. Everything is owned by root. */
export interface Content {
  /** The folder that paths are relative to. */
  root: string;
  /** Files, and folders with their contents. */
  paths: readonly string[];
  /** Paths to leave out. */
  except?: readonly string[];
  /** The modification time of every entry, in seconds since 1970. */
  time: number;
}

export interface Layer {
  /** The digest of the compressed file, as `sha256:…`. */
  digest: string;
  /** The digest of the uncompressed tar. */
  diffId: string;
  size: number;
}

/**
 * Writes content as tar.gz to `target`, reproducibly: the same bytes for the same content
 * (https://reproducible-builds.org/docs/archives/). Throws with the message of GNU tar when it fails.
 */
export async function writeLayer(content: Content, target: string): Promise<Layer> {
  const tar = spawn('tar', tarArguments(content), { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => tar.on('error', reject).on('close', resolve));
  const [plain, compressed] = [createHash('sha256'), createHash('sha256')];
  const [complaint, code] = await Promise.all([
    text(tar.stderr),
    ended,
    pipeline(
      tar.stdout,
      through(plain),
      createGzip({ level: 9 }),
      through(compressed),
      createWriteStream(target),
    ),
  ]);
  if (code !== 0) throw new Error(`tar could not pack ${content.root}: ${complaint.trim()}`);
  return { digest: digestOf(compressed), diffId: digestOf(plain), size: statSync(target).size };
}

function tarArguments({ root, paths, except = [], time }: Content): string[] {
  const metadata = ['--numeric-owner', '--owner=0', '--group=0', `--mtime=@${time}`];
  const order = ['--format=gnu', '--sort=name', '--hard-dereference', '--anchored', '--no-wildcards'];
  const exclude = except.map((path) => `--exclude=${path}`);
  return ['--create', ...order, ...metadata, ...exclude, `--directory=${root}`, '--', ...paths];
}

function through(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(undefined, chunk);
    },
  });
}

function digestOf(hash: Hash): string {
  return `sha256:${hash.digest('hex')}`;
}
