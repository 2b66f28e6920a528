export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Query = Record<string, string | number | boolean | undefined>;

/** One call of the API. */
export interface ApiRequest {
  method: Method;
  /** Begins with a slash, its segments escaped. */
  path: string;
  query?: Query | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Default `application/json`; a patch says its kind by it. */
  contentType?: string | undefined;
  /** The answer is returned as it is, and not read as JSON. */
  isText?: boolean | undefined;
  /** Instead of the connection's own. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** What became of one request, for metrics. */
export interface RequestReport {
  /** Kubernetes' word: get, list, watch, create, update, patch, delete. */
  verb: string;
  /** HTTP's word for it. */
  method: Method;
  /** Host and port of the API server. */
  host: string;
  /** `workloads`, `workloads/status`; `raw` for what went through `Cluster.request`. */
  resource: string;
  /** The HTTP status; 0 where no answer came. */
  code: number;
  /** Until the answer was read; for a watch until it began. */
  seconds: number;
}

/** How a request is named in its report. */
export type RequestLabel = Pick<RequestReport, 'verb' | 'resource'>;

/** `?a=1&b=2`, or an empty string; undefined values are left out. */
export function queryString(query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value));
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}
