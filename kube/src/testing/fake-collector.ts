import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span as the collector received it. */
export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root span. */
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The trace ids of its links. */
  readonly links: readonly string[];
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface OtlpSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes?: readonly Attribute[];
  readonly links?: readonly { readonly traceId: string }[];
}
interface Otlp {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

export interface FakeCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Returns the names of the ancestors of `span`, the parent first. */
  above(span: CollectedSpan): string[];
  close(): Promise<void>;
}

/** Starts a collector of OTLP over HTTP in JSON. One that hangs accepts every request and never responds. */
export async function startCollector({ hangs = false } = {}): Promise<FakeCollector> {
  const spans: CollectedSpan[] = [];
  const take = async (request: IncomingMessage): Promise<void> => {
    if (request.url !== '/v1/traces') throw new Error(`A collector has no ${request.url ?? ''}`);
    spans.push(...collected((await json(request)) as Otlp));
  };
  const server = createServer((request, response) => {
    void take(request).then(
      () => hangs || response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
      () => response.writeHead(400).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const above = (span: CollectedSpan): string[] => {
    const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
    return parent === undefined ? [] : [parent.name, ...above(parent)];
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    above,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function collected({ resourceSpans }: Otlp): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes = [], links = [], parentSpanId = '', name, traceId, spanId }) => ({
        ...{ service, name, traceId, spanId, parentSpanId },
        attributes: valuesOf(attributes),
        links: links.map((link) => link.traceId),
      })),
    );
  });
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
