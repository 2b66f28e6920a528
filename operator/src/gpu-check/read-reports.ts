import { CHECKS_NAMESPACE } from '@gpulease/crds';
import type { CheckedGPU } from '../gpu-check-result.ts';
import type { Operator } from '../operator.ts';
import { reportIn } from './report.ts';
import type { Checked } from './verdict.ts';

/** KubeVirt's container for the serial console log, and enough lines to cover a shutdown after the report. */
const CONSOLE = { container: 'guest-console-log', tailLines: 500, limitBytes: 256 * 1024 };

/** How long the result of a check waits for reports, in milliseconds. */
const PATIENCE_MS = 3000;

/** Adds the reports of the machines to the GPUs of a check. A log that cannot be read counts as no report. */
export function withReports(
  operator: Pick<Operator, 'cluster' | 'logger'>,
  checked: readonly Checked[],
): Promise<CheckedGPU[]> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return Promise.all(
    checked.map(async ({ id, verdict, pod }) => {
      const isDecided = verdict === 'Passed' || verdict === 'Failed';
      if (!isDecided || pod === undefined) return { id, verdict };
      return { id, verdict, report: await readReport(operator, pod, signal) };
    }),
  );
}

async function readReport(
  { cluster, logger }: Pick<Operator, 'cluster' | 'logger'>,
  pod: string,
  signal: AbortSignal,
): Promise<CheckedGPU['report']> {
  try {
    return reportIn(
      await cluster.readLog({ namespace: CHECKS_NAMESPACE, name: pod }, { ...CONSOLE, signal }),
    );
  } catch (error) {
    logger.warn({ err: error, pod }, 'Could not read the report of a GPU check');
    return undefined;
  }
}
