/** Writes the reference; run by `npm run generate`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pages } from './pages.ts';
import { root } from './root.ts';

for (const [path, text] of Object.entries(pages())) {
  const file = join(root, 'docs', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
