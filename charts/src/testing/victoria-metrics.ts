import { join } from 'node:path';
import { findFreePort } from '@gpulease/local/ports';
import { ensureVictoriaMetrics } from '../../../local/src/control-plane/binaries.ts';
import { Supervisor } from '../../../local/src/control-plane/supervisor.ts';
import { victoriaMetricsProcess } from '../../../local/src/demo/victoria-metrics.ts';
import { createTestHome, removeTestHome } from '../../../local/src/testing/test-home.ts';

/** Building it takes a minute on first use. */
export const BUILD_TIME = 600_000;

export interface VictoriaMetrics {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a VictoriaMetrics that scrapes according to a configuration in Prometheus format. */
export async function startVictoriaMetrics(scrapeConfig: object): Promise<VictoriaMetrics> {
  const home = createTestHome();
  const supervisor = new Supervisor({ home });
  const port = await findFreePort();
  const command = await ensureVictoriaMetrics((line) => process.stderr.write(`${line}\n`));
  const folder = join(home, 'victoria-metrics');
  await supervisor.start(await victoriaMetricsProcess({ command, folder, port, scrapeConfig }));
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await supervisor.stopAll();
      removeTestHome(home);
    },
  };
}
