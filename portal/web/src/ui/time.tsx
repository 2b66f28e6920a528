import { useFormat } from '../i18n/format.ts';

/** When something was, in a list: to the minute, so that it stays on one line; the seconds are in its title. */
export function Time({ at }: { readonly at: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {format.minute(at)}
    </time>
  );
}
