import { useEffect, useState } from 'react';
import { keepText, readText } from '../../platform/storage.ts';

const PREFIX = 'gpulease-countdown-';

/**
 * Seconds that are left, and a way to begin again. Counts by the clock, so a sleeping tab does not stretch it, and is kept
 * under `name` for this tab, so that a reload does not end it.
 */
export function useCountdown(name: string): readonly [secondsLeft: number, begin: (seconds: number) => void] {
  const [end, setEnd] = useState(() => Number(readText('sessionStorage', PREFIX + name)));
  const [now, setNow] = useState(() => Date.now());
  const secondsLeft = Math.max(0, Math.ceil((end - now) / 1_000));
  const isRunning = secondsLeft > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isRunning]);
  const begin = (seconds: number) => {
    const newEnd = Date.now() + seconds * 1_000;
    keepText('sessionStorage', PREFIX + name, String(newEnd));
    setNow(Date.now());
    setEnd(newEnd);
  };
  return [secondsLeft, begin];
}
