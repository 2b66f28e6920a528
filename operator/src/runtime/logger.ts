import { isTracing, traceFields } from '@gpulease/kube/tracing';
import { pino, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Logs as JSON lines on standard output. */
export function createLogger(level: string): Logger {
  return pino({
    ...{ name: 'gpulease-operator', level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    ...(isTracing() && { mixin: traceFields }),
  });
}

/** A logger that says nothing, for tests. */
export const silentLogger: Logger = pino({ level: 'silent' });
