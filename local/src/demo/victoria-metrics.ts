import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { ensureVictoriaMetrics } from '../control-plane/binaries.ts';
import type { ProcessSpec } from '../control-plane/child.ts';
import { isHealthyOverHttp } from '../control-plane/health.ts';
import type { Supervisor } from '../control-plane/supervisor.ts';
import type { DemoPorts } from './ports.ts';

interface MetricsOptions {
  home: string;
  ports: DemoPorts;
  supervisor: Supervisor;
  print: (line: string) => void;
}

/** Starts VictoriaMetrics, which scrapes the machines and programs. Returns its address, or undefined if it is unavailable. */
export async function startMetrics({
  home,
  ports,
  supervisor,
  print,
}: MetricsOptions): Promise<string | undefined> {
  const port = ports.victoriaMetrics;
  try {
    const process = await victoriaMetricsProcess({
      command: await ensureVictoriaMetrics(print),
      folder: join(home, 'victoria-metrics'),
      port,
      scrapeConfig: scrapeConfig(ports),
    });
    await supervisor.start(process);
    return `http://127.0.0.1:${port}`;
  } catch (error) {
    print(`  The demo has no machine metrics. ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** The simulator labels each series with its machine, as Prometheus does in a cluster from the labels of the pod. */
function scrapeConfig({ kubevirtMetrics, portalOps, workerOps, operatorOps }: DemoPorts): object {
  return {
    global: { scrape_interval: '10s' },
    scrape_configs: [
      { ...job('machines', kubevirtMetrics), honor_labels: true },
      job('gpulease-portal', portalOps, 'bff'),
      job('gpulease-worker', workerOps, 'worker'),
      job('gpulease-operator', operatorOps, 'operator'),
    ],
  };
}

/** Returns a scrape job with the label that the chart's PodMonitor adds to the series of each program. */
function job(name: string, port: number, component?: string) {
  const labels = component === undefined ? {} : { app_kubernetes_io_component: component };
  return { job_name: name, static_configs: [{ targets: [`127.0.0.1:${port}`], labels }] };
}

interface VictoriaMetricsOptions {
  /** Path of the program. */
  command: string;
  /** Folder of its data and configuration. */
  folder: string;
  port: number;
  /** In Prometheus' format. */
  scrapeConfig: object;
}

/** Returns the process of VictoriaMetrics, which serves Prometheus' HTTP API on 127.0.0.1. Writes its configuration. */
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
