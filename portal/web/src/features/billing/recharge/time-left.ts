import { useEffect, useState } from 'react';
import { serverNow } from '../../../browser/clock.ts';
import { useFormat } from '../../../i18n/format.ts';

/** The time left to pay; undefined once it is over. Computed from the clock, so it is correct after the device sleeps. */
export function useTimeLeft(until: string): string | undefined {
  const format = useFormat();
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((new Date(until).getTime() - now) / 1_000);
  return seconds > 0 ? format.duration(seconds) : undefined;
}
