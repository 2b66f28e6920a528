import { HOUR_MS } from '@gpulease/contract/durations';
import { useFormat } from '../i18n/format.ts';
import { serverNow } from '../browser/clock.ts';
import { useWords } from '../i18n/words.ts';

/** A time in a list, to the minute to fit on one line; the tooltip adds the seconds. */
export function Time({ at }: { readonly at: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {format.minute(at)}
    </time>
  );
}

/** The time elapsed since an instant, in a list; the tooltip has the instant. */
export function Ago({ at }: { readonly at: string }) {
  const { t, format } = useWords();
  const hours = Math.max(0, serverNow() - Date.parse(at)) / HOUR_MS;
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {t('common.ago', { duration: format.shortHours(hours) })}
    </time>
  );
}
