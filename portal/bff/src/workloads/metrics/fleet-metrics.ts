/** Use of the fleet's GPUs over time, queried once per step for all operators. */
import type { MeasuredFleet } from '@gpulease/contract/fleet-metrics';
import type { FleetSeries } from '@gpulease/contract/enums';
import type { Informer } from '@gpulease/kube';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { AllHandlers } from '../../http/handler.ts';
import { ProductError } from '../../http/product-error.ts';
import { fleetSeriesOf } from './fleet.ts';
import { fleetQueries, type FleetPart } from './fleet-queries.ts';
import { measuredPart, type PartMetrics } from './part-metrics.ts';
import { sharedRangeReader } from './shared-reader.ts';
import { queryAll, FLEET_PATIENCE_MS, type MetricsOptions } from './source.ts';
import { stepsOf, type RequestedRange } from './window.ts';

/** About 5 kB each. */
const MOST_KEPT = 200;

export type FleetHistory = ReturnType<typeof createFleetHistory>;

export function createFleetHistory(options: MetricsOptions) {
  return sharedRangeReader(options, MOST_KEPT, async (part: FleetPart, window): Promise<MeasuredFleet> => {
    const lines = Object.entries(fleetQueries(part)) as [FleetSeries, string][];
    const queries = lines.map(([, query]) => query);
    const answers = await queryAll(options.source, queries, { ...window, patienceMs: FLEET_PATIENCE_MS });
    const byLine = new Map(lines.map(([of], index) => [of, answers[index] ?? []]));
    return { available: true, ...stepsOf(window), series: fleetSeriesOf(byLine, window.points) };
  });
}

interface FleetServices {
  readonly catalogue: Catalogue;
  /** Undefined if the platform has no source of metrics. */
  readonly fleet: FleetHistory | undefined;
  readonly partMetrics: PartMetrics | undefined;
}

type FleetOperations = 'getFleetMetrics' | 'getNodeMetrics' | 'getRegionMetrics' | 'getGpuMetrics';

export function fleetHandlers(services: FleetServices): Pick<AllHandlers, FleetOperations> {
  const { catalogue, fleet, partMetrics } = services;
  const notConfigured = { available: false, reason: 'NOT_CONFIGURED' } as const;
  const readPart = async (part: FleetPart, asked: RequestedRange) => {
    const measured = measuredPart(knownPart(catalogue, part), catalogue.nodes.store.list());
    return (await partMetrics?.read(measured, asked)) ?? notConfigured;
  };
  return {
    async getFleetMetrics({ query: { region, gpu, node, ...asked } }) {
      const part = knownPart(catalogue, { region, gpu, node });
      return (await fleet?.read(part, asked)) ?? notConfigured;
    },
    getNodeMetrics: ({ params, query }) => readPart({ node: params.name }, query),
    getRegionMetrics: ({ params, query }) => readPart({ region: params.name }, query),
    getGpuMetrics: ({ params, query }) => readPart({ gpu: params.name }, query),
  };
}

/** Only names in the catalogue become part of a query. Throws RESOURCE_NOT_FOUND for others. */
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
