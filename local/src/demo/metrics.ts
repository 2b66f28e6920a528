import { join } from 'node:path';
import { ensureVictoriaMetrics } from '../control-plane/binaries.ts';
import type { Supervisor } from '../control-plane/supervisor.ts';
import type { DemoPorts } from './ports.ts';
import { victoriaMetricsProcess } from './victoria-metrics.ts';

export interface MetricsOptions {
  home: string;
  ports: DemoPorts;
  supervisor: Supervisor;
  print: (line: string) => void;
}

/**
 * Starts VictoriaMetrics, which collects what the machines and our own programs measure. Returns its address; without
 * the program the demo goes on without metrics, and undefined is returned.
 */
export async function startMetrics(options: MetricsOptions): Promise<string | undefined> {
  const { home, ports, supervisor, print } = options;
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
    print(`  The demo has no metrics of machines. ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** The simulator names the machine of each series, as Prometheus does in a cluster by the labels of its pod. */
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

/** With the label that the chart's PodMonitor gives the series of each program. */
function job(name: string, port: number, component?: string) {
  const labels = component === undefined ? {} : { app_kubernetes_io_component: component };
  return { job_name: name, static_configs: [{ targets: [`127.0.0.1:${port}`], labels }] };
}
