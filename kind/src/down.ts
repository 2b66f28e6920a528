/** `make kind-down`: removes the cluster of `make kind-up` with all its data. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../../local/src/demo/settings.ts';
import { run } from './run.ts';
import { missingTool } from './tools.ts';

const missing = missingTool(['docker', 'kind']);
if (missing === undefined) {
  await run(['kind', 'delete', 'cluster', '--name=gpulease']);
  rmSync(join(readSettings(process.env).home, 'kind'), { recursive: true, force: true });
} else {
  console.error(missing);
  process.exitCode = 1;
}
