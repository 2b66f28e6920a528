import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { ProcessSpec } from '../control-plane/child.ts';
import { isHealthyOverHttp } from '../control-plane/health.ts';

export interface VictoriaMetricsOptions {
  /** The program. */
  command: string;
  /** Holds its data and configuration. */
  folder: string;
  port: number;
  /** In Prometheus' format. */
  scrapeConfig: object;
}

/** VictoriaMetrics on 127.0.0.1, which speaks Prometheus' HTTP API. Writes its configuration. */
export async function victoriaMetricsProcess(options: VictoriaMetricsOptions): Promise<ProcessSpec> {
  const { command, folder, port, scrapeConfig } = options;
  const config = join(folder, 'scrape.yaml');
  await mkdir(folder, { recursive: true });
  await writeFile(config, stringify(scrapeConfig));
  return {
    name: 'victoria-metrics',
    command,
    restart: true,
    stopSignal: 'SIGINT',
    isReady: () => isHealthyOverHttp(`http://127.0.0.1:${port}/health`),
    args: [
      `-httpListenAddr=127.0.0.1:${port}`,
      `-storageDataPath=${join(folder, 'data')}`,
      `-promscrape.config=${config}`,
      // The longest range that the portal shows is 30 days.
      '-retentionPeriod=31d',
      '-memory.allowedBytes=64MB',
      '-search.latencyOffset=1s',
      '-loggerLevel=WARN',
    ],
  };
}
