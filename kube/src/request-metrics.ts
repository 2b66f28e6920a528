import { Counter, Histogram, type Registry } from 'prom-client';
import type { RequestReport } from './request.ts';

const BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

/** Counts and times requests to the Kubernetes API under client-go's names; pass it to `connect` as `onRequest`. */
export function requestMetrics(registry: Registry): (report: RequestReport) => void {
  const registers = [registry];
  const total = new Counter({
    name: 'rest_client_requests_total',
    help: "Requests to the Kubernetes API by status, method and host; '<error>': no response, 403: missing permission",
    labelNames: ['code', 'method', 'host'] as const,
    registers,
  });
  const duration = new Histogram({
    name: 'rest_client_request_duration_seconds',
    help: 'Seconds until the Kubernetes API responds; for a watch, until it starts',
    labelNames: ['verb', 'host'] as const,
    buckets: BUCKETS,
    registers,
  });
  const byResource = new Counter({
    name: 'gpulease_kubernetes_requests_total',
    help: 'Requests to the Kubernetes API by verb, resource and status; 0: no response, 403: missing permission',
    labelNames: ['verb', 'resource', 'code'] as const,
    registers,
  });
  return ({ verb, resource, method, host, code, seconds }) => {
    total.inc({ code: code === 0 ? '<error>' : code, method, host });
    duration.observe({ verb: method, host }, seconds);
    byResource.inc({ verb, resource, code });
  };
}
