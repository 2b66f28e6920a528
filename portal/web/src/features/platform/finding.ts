/** Findings about the platform in the words of the current language. */
import type { PlatformCheck } from '@gpulease/contract/platform';
import { platformNormal, type PlatformCheckName } from '@gpulease/contract/platform-checks';
import { useWords } from '../../i18n/words.ts';

/** A function for the sentence of what was found. */
export function useFinding(): (check: PlatformCheck) => string {
  const { t, format } = useWords();
  const shown = (key: string, value: string | number): string => {
    if (key === 'at' || key === 'since') return format.minute(String(value));
    if (key === 'seconds') return format.duration(Number(value));
    return typeof value === 'number' ? format.number(value) : value;
  };
  return ({ finding, parameters }) => {
    const values = Object.entries(parameters).map(([key, value]) => [key, shown(key, value)]);
    return t(`platform.finding.${finding}`, { replace: Object.fromEntries(values) as object });
  };
}

const { oldest, ...limits } = platformNormal;

/** A function for what is normal of a thing that is looked at. */
export function useNormal(): (name: PlatformCheckName) => string {
  const { t } = useWords();
  return (name) => {
    const version = name in oldest ? oldest[name as keyof typeof oldest] : '';
    return t(`platform.normal.${name}`, { replace: { ...limits, version } });
  };
}
