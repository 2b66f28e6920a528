import { CHECKS_NAMESPACE } from '@gpulease/crds';
import type { CheckedGPU } from '../gpu-check-result.ts';
import type { Operator } from '../operator.ts';
import { reportIn } from './report.ts';
import type { Checked } from './verdict.ts';

/** Where KubeVirt logs the serial console. As many of its last lines as a shutdown may print after the report. */
const CONSOLE = { container: 'guest-console-log', tailLines: 500, limitBytes: 256 * 1024 };

/** The result of a check waits no longer. */
const PATIENCE_MS = 3000;

/** The GPUs of a check with what its machines have reported. A log that cannot be read is no report. */
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
    logger.warn({ err: error, pod }, 'Could not read what the check of a GPU has reported');
    return undefined;
  }
}
