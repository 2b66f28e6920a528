/** The interface that tracing implementations provide. */

/** Attributes of a span: our own ids, never names, secrets or user input. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  readonly kind?: 'server' | 'client' | 'producer' | 'consumer';
  readonly attributes?: Attributes;
  /** The W3C traceparent of the parent span in another process; invalid text counts as none. */
  readonly parent?: string | undefined;
  /** The W3C traceparent of a related span. */
  readonly link?: string | undefined;
  /** Records the span only if it has child spans. */
  readonly onlyWithOthers?: boolean;
}

/** An open span. */
export interface Span {
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Marks the span as failed, for failures without an exception. */
  fail(error: unknown): void;
}

export interface Tracer {
  span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  isInSpan(): boolean;
  traceparent(): string | undefined;
  /** The id of the current trace, if it is sampled. */
  traceId(): string | undefined;
  stop(): Promise<void>;
}
