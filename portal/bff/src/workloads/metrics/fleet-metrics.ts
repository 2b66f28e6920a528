/** What the fleet's GPUs did over time, asked of the source once in a step for all operators. */
import type { MeasuredFleet } from '@gpulease/contract/fleet-metrics';
import type { FleetSeries } from '@gpulease/contract/enums';
import type { Informer } from '@gpulease/kube';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { AllHandlers } from '../../http/handler.ts';
import { ProductError } from '../../http/product-error.ts';
import { fleetSeriesOf } from './fleet.ts';
import { fleetQueries, type FleetPart } from './fleet-queries.ts';
import { measuredNode, type NodeMetrics } from './node-metrics.ts';
import { sharedRangeReader } from './shared-reader.ts';
import { askAll, type MetricsOptions, type MetricsSource } from './source.ts';
import type { MetricsWindow } from './window.ts';

/** Thousands of machines over a month are much to add up, and no page waits for it. */
const PATIENCE_MS = 5_000;
/** Some 5 kB each. */
const MOST_KEPT = 200;

export type FleetHistory = ReturnType<typeof createFleetHistory>;

export function createFleetHistory(options: MetricsOptions) {
  return sharedRangeReader(options, MOST_KEPT, (part: FleetPart, window) =>
    askFleet(options.source, part, window),
  );
}

async function askFleet(
  source: MetricsSource,
  part: FleetPart,
  window: MetricsWindow,
): Promise<MeasuredFleet> {
  const lines = Object.entries(fleetQueries(part)) as [FleetSeries, string][];
  const queries = lines.map(([, query]) => query);
  const answers = await askAll(source, queries, { ...window, patienceMs: PATIENCE_MS });
  const byLine = new Map(lines.map(([of], index) => [of, answers[index] ?? []]));
  return {
    available: true,
    start: new Date(window.startMs).toISOString(),
    stepSeconds: window.stepMs / 1_000,
    series: fleetSeriesOf(byLine, window.points),
  };
}

interface FleetServices {
  readonly catalogue: Catalogue;
  /** undefined where the platform has no source of metrics. */
  readonly fleet: FleetHistory | undefined;
  readonly nodeMetrics: NodeMetrics | undefined;
}

export function fleetHandlers({
  catalogue,
  fleet,
  nodeMetrics,
}: FleetServices): Pick<AllHandlers, 'getFleetMetrics' | 'getNodeMetrics'> {
  const notConfigured = { available: false, reason: 'NOT_CONFIGURED' } as const;
  return {
    async getFleetMetrics({ query: { region, gpu, node, ...asked } }) {
      const part = knownPart(catalogue, { region, gpu, node });
      return (await fleet?.read(part, asked)) ?? notConfigured;
    },
    async getNodeMetrics({ params: { name }, query }) {
      const node = catalogue.nodes.store.get({ name });
      if (node === undefined) throw new ProductError('RESOURCE_NOT_FOUND');
      return (await nodeMetrics?.read(measuredNode(node), query)) ?? notConfigured;
    },
  };
}

/** Only what the catalogue has becomes part of a query. Throws RESOURCE_NOT_FOUND for anything else. */
export function knownPart(catalogue: Catalogue, { region, gpu, node }: FleetPart): FleetPart {
  return {
    region: nameOf(catalogue.regions, region),
    gpu: nameOf(catalogue.gpus, gpu),
    node: nameOf(catalogue.nodes, node),
  };
}

function nameOf(
  { store }: Informer<{ readonly metadata: { readonly name: string } }>,
  name: string | undefined,
): string | undefined {
  if (name === undefined) return undefined;
  const found = store.get({ name });
  if (found === undefined) throw new ProductError('RESOURCE_NOT_FOUND');
  return found.metadata.name;
}
