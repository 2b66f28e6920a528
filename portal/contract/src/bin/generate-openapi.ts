/** Writes `openapi.json` from the contract; run by `npm run generate`. */
import { writeFile } from 'node:fs/promises';
import { openApiDocument } from '../openapi.ts';

await writeFile(
  new URL('../../openapi.json', import.meta.url),
  `${JSON.stringify(openApiDocument(), null, 2)}\n`,
);
