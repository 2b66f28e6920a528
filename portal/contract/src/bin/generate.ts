/** Writes the files generated from the operations; run by `npm run generate`. */
import { writeFile } from 'node:fs/promises';
import { endpointTableText } from '../endpoint-table-text.ts';
import { openApiDocument } from '../openapi.ts';

const write = (path: string, text: string) => writeFile(new URL(`../../${path}`, import.meta.url), text);

await write('src/endpoint-table.ts', endpointTableText());
await write('openapi.json', `${JSON.stringify(openApiDocument(), null, 2)}\n`);
