import { useEffect, useState } from 'react';

/** Seconds that are left, and a way to begin again. Counts by the clock, so a sleeping tab does not stretch it. */
export function useCountdown(): readonly [secondsLeft: number, begin: (seconds: number) => void] {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(0);
  const secondsLeft = Math.max(0, Math.ceil((end - now) / 1_000));
  const isRunning = secondsLeft > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isRunning]);
  const begin = (seconds: number) => {
    setNow(Date.now());
    setEnd(Date.now() + seconds * 1_000);
  };
  return [secondsLeft, begin];
}
