import type { TFunction } from 'i18next';

/** What the operator writes into the quarantine of GPUs that failed their check. */
const said: Readonly<Record<string, 'gpuCheck.title' | 'gpuCheck.failed'>> = {
  'GPU check': 'gpuCheck.title',
  'Failed the GPU check.': 'gpuCheck.failed',
};

/** That in the reader's language; other words are people's own. */
export function saidByCheck(words: string, t: TFunction): string {
  const key = said[words];
  return key === undefined ? words : t(key);
}
