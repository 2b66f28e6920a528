import { useFormat } from '../i18n/format.ts';

/** A time in a list, to the minute so that it fits on one line; the tooltip has the seconds. */
export function Time({ at }: { readonly at: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {format.minute(at)}
    </time>
  );
}
