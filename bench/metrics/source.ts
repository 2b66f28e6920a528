import { join } from 'node:path';
import { ensureVictoriaMetrics } from '../../local/src/control-plane/binaries.ts';
import { findFreePort } from '../../local/src/control-plane/ports.ts';
import { Supervisor } from '../../local/src/control-plane/supervisor.ts';
import { victoriaMetricsProcess } from '../../local/src/demo/victoria-metrics.ts';
import type { MetricsSource } from '../../portal/bff/src/workloads/metrics/source.ts';
import type { MetricsWindow } from '../../portal/bff/src/workloads/metrics/window.ts';

/** VictoriaMetrics as in the demo, without scraping. */
export interface BenchSource {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startSource(home: string): Promise<BenchSource> {
  const supervisor = new Supervisor({ home });
  const port = await findFreePort();
  const process = await victoriaMetricsProcess({
    command: await ensureVictoriaMetrics(console.error),
    folder: join(home, 'victoria-metrics'),
    port,
    scrapeConfig: { scrape_configs: [] },
  });
  await supervisor.start(process);
  return { url: `http://127.0.0.1:${port}`, stop: () => supervisor.stopAll() };
}

export interface Asked {
  readonly query: string;
  readonly window: MetricsWindow;
}

/** Returns an empty source that records the portal's queries. */
export function notingSource(asked: Asked[]): MetricsSource {
  return {
    ask(query, window) {
      asked.push({ query, window });
      return Promise.resolve([]);
    },
  };
}

/** Sends the queries concurrently without the portal, and discards the responses. */
export async function askBare(url: string, asked: readonly Asked[]): Promise<void> {
  await Promise.all(
    asked.map(async ({ query, window: { startMs, stepMs, points } }) => {
      const [start, end, step] = [startMs, startMs + (points - 1) * stepMs, stepMs].map(
        (ms) => `${ms / 1_000}`,
      );
      const parameters = new URLSearchParams({ query, start: start ?? '', end: end ?? '', step: step ?? '' });
      const response = await fetch(`${url}/api/v1/query_range?${parameters.toString()}`);
      const text = await response.text();
      if (!response.ok) throw new Error(`The source answered with ${response.status}: ${text}`);
    }),
  );
}
