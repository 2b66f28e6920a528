/** The tracer on OpenTelemetry's SDK; loaded only if a collector is configured. */
import {
  context,
  createContextKey,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span as OtelSpan,
  type SpanContext,
  type SpanOptions as OtelOptions,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Logger } from './logger.ts';
import type { Span, SpanOptions, Tracer } from './tracer.ts';

/** The most spans queued for the collector; further ones are dropped. */
const MAX_QUEUED = 2_048;
const EXPORT_MS = 3_000;

interface TracerOptions {
  readonly endpoint: URL;
  readonly ratio: number;
  readonly service: string;
  readonly log: () => Logger;
}

export function createTracer({ endpoint, ratio, service, log }: TracerOptions): Tracer {
  const url = `${endpoint.href.replace(/\/$/, '')}/v1/traces`;
  const exporter = watched(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS }), log);
  const limits = { maxQueueSize: MAX_QUEUED, exportTimeoutMillis: EXPORT_MS };
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...limits })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer('gpulease');
  const begin = (name: string, options: OtelOptions, parent: Context) => {
    const begun = tracer.startSpan(name, options, parent);
    return { begun, within: trace.setSpan(parent, begun).deleteValue(WAITING) };
  };
  return {
    span: (name, options, work) =>
      options.onlyWithOthers ? ifOthers(begin, name, options, work) : inSpan(begin, name, options, work),
    isInSpan: () => openSpan() !== undefined || waiting() !== undefined,
    traceparent: () => formatted(openSpan()?.spanContext()),
    traceId: () => keptTrace(openSpan()?.spanContext()),
    async stop() {
      await provider.shutdown().catch(() => undefined);
      context.disable();
    },
  };
}

type Begin = (
  name: string,
  options: OtelOptions,
  parent: Context,
) => { readonly begun: OtelSpan; readonly within: Context };

/** A span that starts only with its first child. */
interface Waiting {
  /** Starts the span, if it is not over, and returns the context of its children. */
  begin(): Context;
}
const WAITING = createContextKey('a span that is begun with the first one within it');

function waiting(): Waiting | undefined {
  return context.active().getValue(WAITING) as Waiting | undefined;
}

function openSpan(): OtelSpan | undefined {
  return trace.getSpan(context.active());
}

async function inSpan<T>(
  begin: Begin,
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const parent = continued(options) ?? waiting()?.begin() ?? context.active();
  const { begun, within } = begin(name, toOtel(options), parent);
  const own = viewOf(begun);
  try {
    return await context.with(within, () => work(own));
  } catch (error) {
    own.fail(error);
    throw error;
  } finally {
    begun.end();
  }
}

/** Starts the span only with its first child, but with the start time of this call. */
async function ifOthers<T>(
  begin: Begin,
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const startTime = Date.now();
  const parent = continued(options) ?? ROOT_CONTEXT;
  let made: ReturnType<Begin> | undefined;
  let isOver = false;
  const wait: Waiting = {
    begin() {
      if (isOver) return made?.within ?? parent;
      made ??= begin(name, { ...toOtel(options), startTime }, parent);
      return made.within;
    },
  };
  const own: Span = {
    rename: (newName) => made?.begun.updateName(newName),
    set: (attributes) => made?.begun.setAttributes(attributes),
    fail: (error) => made && viewOf(made.begun).fail(error),
  };
  try {
    return await context.with(parent.setValue(WAITING, wait), () => work(own));
  } catch (error) {
    own.fail(error);
    throw error;
  } finally {
    isOver = true;
    made?.begun.end();
  }
}

/** Error messages may contain user input, so only the type of an error is recorded. */
function viewOf(begun: OtelSpan): Span {
  return {
    rename: (name) => void begun.updateName(name),
    set: (attributes) => void begun.setAttributes(attributes),
    fail: (error) =>
      void begun.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', kindOf(error)),
  };
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' || typeof code === 'number' ? String(code) : error.name;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

function toOtel({ kind, attributes, link }: SpanOptions): OtelOptions {
  const linked = parsed(link);
  return {
    kind: kind === undefined ? SpanKind.INTERNAL : kinds[kind],
    ...(attributes && { attributes }),
    ...(linked && { links: [{ context: linked }] }),
  };
}

function continued({ parent }: SpanOptions): Context | undefined {
  const remote = parsed(parent);
  return remote && trace.setSpanContext(ROOT_CONTEXT, remote);
}

/** https://www.w3.org/TR/trace-context/#traceparent-header, version 00. */
const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

function parsed(text = ''): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(text) ?? [];
  if (traceId === '') return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}

/** Also formats an unsampled trace, so that the receiver does not start its own. */
function formatted(of: SpanContext | undefined): string | undefined {
  return of && `00-${of.traceId}-${of.spanId}-0${of.traceFlags & TraceFlags.SAMPLED}`;
}

function keptTrace(of: SpanContext | undefined): string | undefined {
  return of && (of.traceFlags & TraceFlags.SAMPLED) !== 0 ? of.traceId : undefined;
}

/** Logs once when the collector becomes unavailable, and once when it is back. */
function watched(exporter: SpanExporter, log: () => Logger): SpanExporter {
  let isAway = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !isAway)
          log().warn({ err: result.error }, 'Could not send traces to the collector; they are lost');
        if (!failed && isAway) log().info({}, 'The collector accepts traces again');
        isAway = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
