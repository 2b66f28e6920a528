import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Sampling interval of the event loop, included in its delay. prom-client's default of 10 ms costs an idle process 5 ms per second. */
const LOOP_PERIOD_MS = 100;

/** Creates a registry with the process metrics. */
export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_PERIOD_MS });
  return registry;
}

/** Counts and times requests by operation; requests outside the contract count as `other`. */
export function requestMetrics(registry: Registry): RequestHandler {
  const histogram = new Histogram({
    name: 'gpulease_http_request_duration_seconds',
    help: 'Seconds to answer a request, by API operation and status.',
    labelNames: ['operation', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  return (_, response, next) => {
    const stop = histogram.startTimer();
    response.once('finish', () => {
      stop({ operation: String(response.locals.operation ?? 'other'), status: response.statusCode });
    });
    next();
  };
}
