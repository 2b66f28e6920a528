/**
 * Tracing with OpenTelemetry, if a collector is configured. Without one, OpenTelemetry is not loaded and the functions
 * here only call the work they are given.
 */
import * as z from 'zod';
import type { Logger } from './logger.ts';
import { plainUrl, readSettings, type Environment } from './settings.ts';
import type { Span, SpanOptions, Tracer } from './tracer.ts';

export type { Span, SpanOptions } from './tracer.ts';

export const tracingSettings = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: plainUrl.describe(
    'Address of a collector for OTLP over HTTP, such as http://otel-collector.monitoring:4318, without /v1/traces. If unset, nothing is traced.',
  ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number')
    .min(0, 'must be at least 0')
    .max(1, 'must be at most 1')
    .default(1)
    .describe('Share of traces to keep, from 0 to 1.'),
});

let tracer: Tracer | undefined;

const unseen: Span = { rename: () => undefined, set: () => undefined, fail: () => undefined };

interface TracingParts {
  /** The service name in traces. */
  readonly service: string;
  /** Returns the logger for outages of the collector. */
  readonly log: () => Logger;
}

/** `stop` sends the queued spans and waits for that a few seconds at most. */
export type Tracing = Pick<Tracer, 'stop'>;

/** Reads the settings. Throws an Error that names the invalid variable and the requirement. */
export function readTracingConfig(env: Environment) {
  const data = readSettings(tracingSettings, env);
  return { endpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: data.OTEL_TRACES_SAMPLER_ARG };
}

/** Starts tracing if a collector is configured. Call it once per process. */
export async function startTracing(
  { endpoint, ratio }: ReturnType<typeof readTracingConfig>,
  { service, log }: TracingParts,
): Promise<Tracing> {
  if (endpoint === undefined) return { stop: () => Promise.resolve() };
  const { createTracer } = await import('./otlp.ts');
  const started = createTracer({ endpoint, ratio, service, log });
  tracer = started;
  return {
    async stop() {
      tracer = undefined;
      await started.stop();
    },
  };
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

/** Runs the work within a span, which fails if the work does. */
export function span<T>(name: string, options: SpanOptions, work: (own: Span) => Promise<T>): Promise<T> {
  return tracer === undefined ? work(unseen) : tracer.span(name, options, work);
}

/** Runs the work within a child of the open span; if none is open, the work is not traced. */
export function childSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  return tracer?.isInSpan() ? tracer.span(name, options, work) : work();
}

/** Returns the W3C traceparent of the open span, for work that continues later; undefined if none is open. */
export function traceparent(): string | undefined {
  return tracer?.traceparent();
}

/** For pino's `mixin`: adds the trace id to each log line. */
export function traceFields(): { trace_id?: string } {
  const id = tracer?.traceId();
  return id === undefined ? {} : { trace_id: id };
}
