import { isTracing, traceFields } from '@gpulease/kube/tracing';
import { pino, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Creates a logger that writes JSON lines to standard output. */
export function createLogger(level: string): Logger {
  return pino({
    ...{ name: 'gpulease-operator', level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    ...(isTracing() && { mixin: traceFields }),
  });
}

/** A silent logger, for tests. */
export const silentLogger: Logger = pino({ level: 'silent' });
