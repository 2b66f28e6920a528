/** What is asked of whoever makes the traces. */

/** What a span says besides its name and times: ids of our own, never names, secrets or what people typed. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  readonly kind?: 'server' | 'client' | 'producer' | 'consumer';
  readonly attributes?: Attributes;
  /** The W3C traceparent of what it continues, in another process; anything else counts as none. */
  readonly parent?: string | undefined;
  /** The W3C traceparent of what it only has to do with. */
  readonly link?: string | undefined;
  /** Where nothing is traced within it, neither is it. */
  readonly onlyWithOthers?: boolean;
}

/** A span that is open. */
export interface Span {
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** For what goes wrong without an exception. */
  fail(error: unknown): void;
}

export interface Tracer {
  span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  isInSpan(): boolean;
  traceparent(): string | undefined;
  /** The trace, where it is kept. */
  traceId(): string | undefined;
  stop(): Promise<void>;
}
