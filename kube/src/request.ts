export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Query = Record<string, string | number | boolean | undefined>;

/** One request to the API. */
export interface ApiRequest {
  method: Method;
  /** Starts with a slash; its segments are escaped. */
  path: string;
  query?: Query | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Default `application/json`; for a patch, it selects the patch type. */
  contentType?: string | undefined;
  /** Whether to return the response as text instead of parsing it as JSON. */
  isText?: boolean | undefined;
  /** Overrides the connection's timeout. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** The result of one request, for metrics. */
export interface RequestReport {
  /** The Kubernetes verb: get, list, watch, create, update, patch, delete. */
  verb: string;
  /** The HTTP method. */
  method: Method;
  /** Host and port of the API server. */
  host: string;
  /** `workloads`, `workloads/status`; `raw` for requests through `Cluster.request`. */
  resource: string;
  /** The HTTP status; 0 without a response. */
  code: number;
  /** Until the response was read; for a watch, until it opened. */
  seconds: number;
}

/** The labels of a request in its report. */
export type RequestLabel = Pick<RequestReport, 'verb' | 'resource'>;

/** Returns `?a=1&b=2`, or an empty string. Undefined values are omitted. */
export function queryString(query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value));
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}
