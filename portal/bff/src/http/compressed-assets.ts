/** Assets of the build, compressed once each and kept in memory: they are few and never change. */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestHandler } from 'express';

const compress = {
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (content: Buffer) => promisify(gzip)(content),
};
type Encoding = keyof typeof compress;

/** Nearly as small as the best (11) in a fiftieth of the time. */
const BROTLI_QUALITY = 7;
const compressible = new Set(['.js', '.css', '.svg', '.json']);
/** Names as the build gives them; nothing else is looked for. */
const assetName = /^\/[\w.-]+$/;

/** Answers with a compressed asset where the browser takes one and the file gains by it; passes everything else on. */
export function compressedAssets(folder: string): RequestHandler {
  const kept = new Map<string, Promise<Buffer>>();
  const compressed = (path: string, encoding: Encoding) => {
    const key = `${encoding} ${path}`;
    const known = kept.get(key);
    if (known) return known;
    const made = readFile(join(folder, path)).then(compress[encoding]);
    kept.set(key, made);
    made.catch(() => kept.delete(key));
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

export const IMMUTABLE = 'public, max-age=31536000, immutable';
