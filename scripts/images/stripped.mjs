/** Loads the .ts files in an image as JavaScript: their types are already stripped, so Node need not load its stripper. */
import { registerHooks } from 'node:module';

registerHooks({
  load: (url, context, next) => next(url, url.endsWith('.ts') ? { ...context, format: 'module' } : context),
});
