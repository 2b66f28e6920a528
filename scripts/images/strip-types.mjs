/**
 * Takes the types out of all TypeScript files of the folders it is given, when an image is built. Lines and columns stay, so that an
 * error still leads to its place in the sources.
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
