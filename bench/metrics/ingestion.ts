/** Measures the cost of a demo's metrics: the source that scrapes, and the simulator that is scraped. */
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../../local/src/control-plane/ports.ts';
import { BenchDemo } from '../demo.ts';
import { usageOf } from '../operator/process-usage.ts';
import type { Row } from '../report.ts';

/** The demo's scrape interval. */
const SCRAPE_SECONDS = 10;
/** Time for the work that follows the demo's start. */
const SETTLE_MS = 60_000;
/** Enough scrapes for a clock with a resolution of 10 ms. */
const SCRAPES = 500;
const SOURCE = 'victoria-metrics';

/** Measures a demo with its fictional business in `home` for `minutes`. */
export async function measureIngestion(home: string, minutes: number): Promise<Row[]> {
  const demo = await BenchDemo.start(home, await findFreePort(), 'business');
  try {
    await delay(SETTLE_MS);
    const samples = await samplesIn(demo);
    const source = await shareOf(demo.pid(SOURCE), () => delay(minutes * 60_000));
    const seconds = await cpuSecondsOf(demo.pid('kubevirt'), () => scrape(demo));
    const exposition = seconds / SCRAPES / SCRAPE_SECONDS;
    return [
      ['machines of the demo that run', String(await machinesIn(demo))],
      ['samples a second', samples.toFixed(0)],
      [`VictoriaMetrics, for ${minutes} minutes`, percentOfACore(source)],
      ["the simulator's answers to it", percentOfACore(exposition)],
      ['both', percentOfACore(source + exposition)],
    ];
  } finally {
    await demo.stop();
  }
}

async function shareOf(pid: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  const cpuSeconds = await cpuSecondsOf(pid, work);
  return cpuSeconds / ((performance.now() - began) / 1_000);
}

async function cpuSecondsOf(pid: number, work: () => Promise<void>): Promise<number> {
  const before = usageOf(pid).cpuSeconds;
  await work();
  return usageOf(pid).cpuSeconds - before;
}

async function scrape(demo: BenchDemo): Promise<void> {
  for (let turn = 0; turn < SCRAPES; turn += 1) await textAt(demo, 'kubevirtMetrics', '/metrics');
}

async function machinesIn(demo: BenchDemo): Promise<number> {
  const text = await textAt(demo, 'kubevirtMetrics', '/metrics');
  return text.match(/^kubevirt_vmi_cpu_usage_seconds_total\{/gm)?.length ?? 0;
}

/** Returns samples per second of machines and programs, as counted by the source. */
async function samplesIn(demo: BenchDemo): Promise<number> {
  const query = encodeURIComponent('sum(scrape_samples_scraped)');
  const answer = await textAt(demo, 'victoriaMetrics', `/api/v1/query?query=${query}`);
  const { data } = JSON.parse(answer) as { data: { result: { value: [number, string] }[] } };
  return Number(data.result[0]?.value[1] ?? NaN) / SCRAPE_SECONDS;
}

async function textAt(demo: BenchDemo, port: string, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${demo.port(port)}${path}`);
  return response.text();
}

function percentOfACore(share: number): string {
  return `${(share * 100).toFixed(2)} % of a core`;
}
