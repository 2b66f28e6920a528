import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { findFreePort } from '@gpulease/local/ports';
import { expect } from '@playwright/test';
import { demoHome } from './demo.ts';
import { onDatabase } from './programs.ts';
import { eventually } from './wait.ts';

const repository = resolve(import.meta.dirname, '../..');

export interface Portal {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts another portal on the data of the demo under test, with settings that differ from the demo's own. */
export async function startPortal(port: number, settings: Readonly<Record<string, string>>): Promise<Portal> {
  const opsPort = await findFreePort();
  const child = spawn(process.execPath, [join(repository, 'portal/bff/src/main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...(await onDatabase()).env,
      KUBECONFIG: join(demoHome(), 'kubeconfigs/gpulease-bff.yaml'),
      WEB_DIST: join(repository, 'portal/web/dist'),
      GPULEASE_SANDBOX: '1',
      PORT: String(port),
      OPS_PORT: String(opsPort),
      ...settings,
    },
  });
  await eventually(
    () => fetch(`http://127.0.0.1:${opsPort}/readyz`).catch(() => undefined),
    (answer) => expect(answer?.ok).toBe(true),
  );
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
