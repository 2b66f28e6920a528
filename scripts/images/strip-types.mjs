/**
 * Strips the types from all TypeScript files in the given folders, in place, during an image build. Lines and columns stay the
 * same, so stack traces still match the sources.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

for (const folder of process.argv.slice(2)) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.ts')) continue;
    const path = join(folder, name);
    writeFileSync(path, stripTypeScriptTypes(readFileSync(path, 'utf8')));
  }
}
