import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestMetrics as kubernetesMetrics } from '@gpulease/kube';
import { exposition } from '../../../local/src/kubevirt/metrics/exposition.ts';
import { measuredMachine } from '../../../local/src/kubevirt/testing/measured-machine.ts';
import { exportProduct } from '../../../operator/src/product-metrics.ts';
import { createMetrics as operatorMetrics } from '../../../operator/src/runtime/metrics.ts';
import { backupMetrics, restoreTestMetrics } from '../../../portal/bff/src/backup/metrics.ts';
import { poolMetrics } from '../../../portal/bff/src/database/metrics.ts';
import { createMetrics, requestMetrics } from '../../../portal/bff/src/http/metrics.ts';
import { codeMetrics } from '../../../portal/bff/src/identity/send-code.ts';
import { jobMetrics } from '../../../portal/bff/src/jobs/metrics.ts';
import { booksMetrics } from '../../../portal/bff/src/worker/books-metrics.ts';
import { certificateMetrics } from '../../../portal/bff/src/platform/certificates.ts';
import { createBillingMetrics } from '../../../portal/bff/src/worker/metrics.ts';
import { liveMetrics } from '../../../portal/bff/src/workloads/live-metrics.ts';

const root = join(import.meta.dirname, '../../..');

/** The names of all metrics that our programs export. */
export const exportedNames: ReadonlySet<string> = new Set(
  globSync('{operator,kube,portal/bff}/src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(/\bname: '([a-z]+(?:_[a-z]+)+)'/g),
    ])
    .map(([, name = '']) => name),
);

/** Returns the metrics that a text names, histograms without the suffixes of their series. */
export function namesIn(text: string): string[] {
  const names = text.matchAll(/\b(?:gpulease|controller_runtime|workqueue|leader_election|rest_client)_\w+/g);
  return [...names].map(([name]) => name.replace(/_(?:bucket|sum|count)$/, ''));
}

/** The labels that a scrape by the chart's PodMonitor adds to every series. */
export const targetLabels: readonly string[] = [
  ...['job', 'instance', 'namespace', 'pod', 'container', 'endpoint', 'app_kubernetes_io_component'],
];

interface Exported {
  readonly name: string;
  readonly type: string;
  readonly labelNames?: readonly string[];
}

/** Returns the labels of each series of a machine, which dashboards query too. */
export function machineSeries(): ReadonlyMap<string, readonly string[]> {
  const lines = exposition([measuredMachine()], new Date()).matchAll(/^(\w+)\{(.*)\} /gm);
  return new Map(
    [...lines].map(([, name = '', text = '']) => [
      name,
      [...text.matchAll(/(\w+)="/g)].map(([, label = '']) => label),
    ]),
  );
}

/** Returns the labels of each series that our programs export, from their registries. */
export function exportedSeries(): ReadonlyMap<string, readonly string[]> {
  const all = Object.values(registries());
  return new Map(all.flatMap((registry) => exportedBy(registry).flatMap(seriesOf)));
}

type Registry = Parameters<typeof poolMetrics>[0];

const exportedBy = (registry: Registry) => registry.getMetricsAsArray() as unknown as Exported[];

function seriesOf({ name, type, labelNames = [] }: Exported): [string, readonly string[]][] {
  if (type !== 'histogram') return [[name, labelNames]];
  return [
    [`${name}_bucket`, [...labelNames, 'le']],
    [`${name}_sum`, labelNames],
    [`${name}_count`, labelNames],
  ];
}

/** Returns the registry of each program. Dependencies used only during a scrape are stubs. */
export function registries(): Readonly<Record<'operator' | 'portal' | 'billing', Registry>> {
  return { operator: ofOperator(), portal: ofPortal(), billing: ofBilling() };
}

const away = {} as never;

function ofOperator(): Registry {
  const operator = operatorMetrics();
  const caches = { workloads: { informer: { onChange: () => undefined } } } as never;
  const product = { clock: away, nodePorts: away, networkCheck: away, isLeader: () => false };
  exportProduct({ ...product, caches, registry: operator.registry });
  operator.leads('gpulease-operator', () => false);
  return operator.registry;
}

function ofPortal(): Registry {
  const portal = createMetrics();
  kubernetesMetrics(portal);
  requestMetrics(portal);
  poolMetrics(portal, away);
  jobMetrics(portal, away);
  liveMetrics(portal, () => true);
  codeMetrics(portal, away);
  certificateMetrics(portal, {});
  return portal;
}

function ofBilling(): Registry {
  const billing = createMetrics();
  kubernetesMetrics(billing);
  poolMetrics(billing, away);
  createBillingMetrics(billing);
  booksMetrics(billing, away);
  backupMetrics(billing, away, 36);
  restoreTestMetrics(billing, away, 192);
  return billing;
}
