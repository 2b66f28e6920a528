/** Measures pages of gauges with a source of many machines, and the cost of the demo's metrics. */
import { inTemporaryHome } from '../demo.ts';
import { openBenchBooks } from '../ledger/books.ts';
import { describeMachine, printComparison, printTable, type ComparedRow, type Row } from '../report.ts';
import { fleetOf } from './fleet.ts';
import { writeMeasures } from './history.ts';
import { measureIngestion } from './ingestion.ts';
import { measurePages } from './pages.ts';
import { portalsOf } from './portal.ts';
import { readMetricsSettings } from './settings.ts';
import { startSource, type BenchSource } from './source.ts';

const settings = readMetricsSettings(process.env);

async function measureGauges({ url }: BenchSource): Promise<ComparedRow[]> {
  const { machines, hours } = settings;
  const now = new Date();
  const began = performance.now();
  const { series, samples } = await writeMeasures({ url, machines, hours, until: now });
  const seconds = (performance.now() - began) / 1_000;
  console.log(`${samples} samples of ${series} series written in ${seconds.toFixed(0)} s`);
  const fleet = fleetOf(machines, now);
  const books = await openBenchBooks(2);
  try {
    const portals = portalsOf({ database: books.database, fleet, now });
    return await measurePages({ url, portals, fleet, settings });
  } finally {
    await books.stop();
  }
}

async function withSource(home: string): Promise<ComparedRow[]> {
  const source = await startSource(home);
  return measureGauges(source).finally(() => source.stop());
}

if (settings.requests > 0) printComparison(describeMachine(), await inTemporaryHome(withSource));
if (settings.minutes > 0) {
  const rows: Row[] = await inTemporaryHome((home) => measureIngestion(home, settings.minutes));
  printTable(describeMachine(), rows);
}
