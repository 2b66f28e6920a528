/** Assets compressed by the build: a `.br` and a `.gz` next to each file that becomes smaller. */
import { extname } from 'node:path';
import type { RequestHandler } from 'express';

const suffixes = { br: '.br', gzip: '.gz' } as const;
/** Names of the build's assets; no other files are looked up. */
const assetName = /^\/[\w.-]+\.(js|css|svg|json)$/;

/** Serves a compressed asset if it exists and the browser accepts it; passes all other requests on. */
export function compressedAssets(folder: string): RequestHandler {
  return (request, response, next) => {
    const { path } = request;
    if (!assetName.test(path)) return next();
    response.vary('Accept-Encoding');
    const encoding = request.acceptsEncodings('br', 'gzip');
    if (encoding !== 'br' && encoding !== 'gzip') return next();
    response.set({ 'Content-Encoding': encoding, 'Cache-Control': IMMUTABLE }).type(extname(path));
    response.sendFile(path + suffixes[encoding], { root: folder, cacheControl: false }, (error?: Error) => {
      if (!error || response.headersSent) return;
      for (const name of ['Content-Encoding', 'Cache-Control', 'Content-Type']) response.removeHeader(name);
      next();
    });
  };
}

export const IMMUTABLE = 'public, max-age=31536000, immutable';
