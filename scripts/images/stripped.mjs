/** For Node in an image: the .ts files there are JavaScript already, and what strips types need not be loaded. */
import { registerHooks } from 'node:module';

registerHooks({
  load: (url, context, next) => next(url, url.endsWith('.ts') ? { ...context, format: 'module' } : context),
});
