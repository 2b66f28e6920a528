/** Assets as the build compressed them: a `.br` and a `.gz` beside each file that gains by it. */
import { extname } from 'node:path';
import type { RequestHandler } from 'express';

const suffixes = { br: '.br', gzip: '.gz' } as const;
/** Names as the build gives them; nothing else is looked for. */
const assetName = /^\/[\w.-]+\.(js|css|svg|json)$/;

/** Answers with a compressed asset where the browser takes one and there is one; passes everything else on. */
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
