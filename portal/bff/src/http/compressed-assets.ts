/** Assets of the build, compressed once each and kept in memory: they are few and never change. */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestHandler } from 'express';

const brotli = promisify(brotliCompress);
const quickly = {
  br: (content: Buffer) => brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: QUICK_BROTLI } }),
  gzip: (content: Buffer) => promisify(gzip)(content),
};
type Encoding = keyof typeof quickly;

/** Soon done, for the visitor who waits for it; the best is a tenth smaller and takes fifty times as long. */
const QUICK_BROTLI = 7;
const compressible = new Set(['.js', '.css', '.svg', '.json']);
/** Names as the build gives them; nothing else is looked for. */
const assetName = /^\/[\w.-]+$/;

/**
 * Answers with a compressed asset where the browser takes one and the file gains by it; passes everything else on. What was
 * compressed quickly for its first visitor is compressed as well as can be for all who follow.
 */
export function compressedAssets(folder: string): RequestHandler {
  const kept = new Map<string, Promise<Buffer>>();
  const inTurn = oneAfterTheOther();
  const compressed = (path: string, encoding: Encoding) => {
    const key = `${encoding} ${path}`;
    const known = kept.get(key);
    if (known) return known;
    const content = readFile(join(folder, path));
    const made = content.then(quickly[encoding]);
    kept.set(key, made);
    made.catch(() => kept.delete(key));
    if (encoding === 'br')
      inTurn(async () => {
        await made;
        const best = await brotli(await content);
        kept.set(key, Promise.resolve(best));
      });
    return made;
  };
  return async (request, response, next) => {
    const { path } = request;
    const encoding = request.acceptsEncodings(['br', 'gzip']) as Encoding | false;
    if (!encoding || !assetName.test(path) || !compressible.has(extname(path))) return next();
    const content = await compressed(path, encoding).catch(() => undefined);
    if (!content) return next();
    response.set({ 'Content-Encoding': encoding, Vary: 'Accept-Encoding', 'Cache-Control': IMMUTABLE });
    response.type(extname(path)).send(content);
  };
}

/** Runs work in the background, one piece at a time, so that it takes one thread at most. What fails is left as it was. */
function oneAfterTheOther(): (work: () => Promise<void>) => void {
  let last = Promise.resolve();
  return (work) => {
    last = last.then(work).catch(() => undefined);
  };
}

export const IMMUTABLE = 'public, max-age=31536000, immutable';
