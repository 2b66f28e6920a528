/** `make demo-reset`: removes all data of the demo. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { reclaim } from '../control-plane/pid-files.ts';
import { removePostgresData } from '../postgres/server.ts';
import { refuseWhileRunning } from './home.ts';
import { readSettings } from './settings.ts';

try {
  const { home } = readSettings(process.env);
  refuseWhileRunning(home);
  await reclaim(join(home, 'run'));
  removePostgresData(home);
  rmSync(home, { recursive: true, force: true });
  console.log(`Removed ${home}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
