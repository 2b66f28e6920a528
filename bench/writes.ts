/** Requests that change something, counted since a program started. */
export interface Writes {
  /** By the operator: workloads and what is made for them. */
  workloads: number;
  /** By the operator: Events, and the catalogue's statuses. */
  besides: number;
  /** By everybody: the product, the control plane and the stand-ins. */
  all: number;
}

const operatorWrites =
  /^gpulease_kubernetes_requests_total\{(?=[^}]*verb="(?:create|patch|delete)")(?![^}]*resource="leases")[^}]*\} (\d+)/gm;
const workloadWrites =
  /^gpulease_kubernetes_requests_total\{(?=[^}]*verb="(?:create|patch|delete)")(?=[^}]*resource="(?:workloads|workloads\/status|services|networkpolicies|secrets|virtualmachines)")[^}]*\} (\d+)/gm;
const allWrites =
  /^apiserver_request_total\{(?=[^}]*code="2)(?=[^}]*verb="(?:POST|PUT|PATCH|APPLY|DELETE)")(?![^}]*resource="leases")[^}]*\} (\d+)/gm;

/** Reads both counters; `apiMetrics` returns the API server's metrics. */
export async function countWrites(operatorPort: number, apiMetrics: () => Promise<string>): Promise<Writes> {
  const response = await fetch(`http://127.0.0.1:${operatorPort}/metrics`);
  const [ours, theirs] = await Promise.all([response.text(), apiMetrics()]);
  const workloads = sum(ours, workloadWrites);
  return { workloads, besides: sum(ours, operatorWrites) - workloads, all: sum(theirs, allWrites) };
}

function sum(metrics: string, pattern: RegExp): number {
  return [...metrics.matchAll(pattern)].reduce((total, [, count]) => total + Number(count), 0);
}
