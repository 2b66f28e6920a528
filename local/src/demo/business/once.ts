import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoPorts } from '../ports.ts';
import { endAdvance } from './true-time.ts';
import type { BusinessOptions } from './business.ts';

/** Whether the demo in `home` has been given its business, or a part of it before it was stopped. */
export function hasBusiness(home: string): boolean {
  return existsSync(markOf(home));
}

/** Has the billing clock tell the true time again where a business was being played when the demo was stopped. */
export async function resumeTrueTime(home: string, ownerUrl: string): Promise<void> {
  if (hasBusiness(home)) await endAdvance(ownerUrl);
}

interface MeasuredBy {
  readonly ports: DemoPorts;
  /** Absent where nothing is measured. */
  readonly metricsUrl: string | undefined;
}

/** Plays the business once in the life of a demo. Failures are reported, and the demo continues with what there is. */
export async function giveBusiness(
  home: string,
  { ports, metricsUrl, ...options }: BusinessOptions & MeasuredBy,
  print: (line: string) => void,
): Promise<void> {
  writeFileSync(markOf(home), '');
  const until = new Date();
  try {
    const { playBusiness } = await import('./business.ts');
    await playBusiness(options);
    const { writeMeasures } = await import('./measures.ts');
    if (metricsUrl !== undefined) await writeMeasures({ ...options, ports, metricsUrl, until });
  } catch (error) {
    print(`  The demo's data is incomplete: ${error instanceof Error ? error.message : String(error)}`);
    print('  Everything works. `make demo-reset` and `make demo` try again.');
  }
}

function markOf(home: string): string {
  return join(home, 'has-business');
}
