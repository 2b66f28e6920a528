/** A Workload as the API shows it. Pure. */
import {
  conditionTypes,
  openRunOf,
  returnOfLostNode,
  waitsForMaintenance,
  workloadReasons,
} from '@gpulease/crds';
import type { SKU, Workload } from '@gpulease/crds';
import type { Workload as WorkloadView } from '@gpulease/contract/workloads';
import { formatAmount, formatPrice } from '@gpulease/contract/money';
import type { Pricing } from '@gpulease/contract/common';
import { weekdays, type Weekday } from '@gpulease/contract/enums';
import { findCondition } from '@gpulease/kube';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { toGib } from '../catalogue/size.ts';
import { toInstant, toPricing } from '../catalogue/views.ts';
import { formatAmounts } from '../ledger/amounts.ts';
import type { Account, TermAccount } from '../orders/workload-accounts.ts';
import { explanation } from './explanation.ts';
import { allowedActions } from './allowed-actions.ts';
import { statusOf } from './state.ts';
import { pricePerHour, rateOf } from '../orders/rates.ts';
import { dayNames } from '../orders/spec.ts';

interface WorkloadSources {
  /** The Workload in the cluster, as archived, or as ordered. */
  readonly workload: Workload;
  /** The owner's name. */
  readonly user: string;
  /** Absent if there is no order yet or it was refused. */
  readonly account: Account | undefined;
  /** Its place in the queue, if it waits for room. */
  readonly queuePlace: number | undefined;
  readonly isAdmin: boolean;
}

export function toWorkload(
  { workload, user, account, queuePlace, isAdmin }: WorkloadSources,
  catalogue: Catalogue,
): WorkloadView {
  const { metadata, spec } = workload;
  const sku = catalogue.skus.store.get({ name: spec.sku });
  const status = statusOf(workload, paidStartOf(account));
  return {
    uid: metadata.uid ?? null,
    resourceVersion: metadata.resourceVersion ?? '0',
    name: metadata.name,
    user,
    status,
    ...explanation(workload, status),
    ...wishOf(spec),
    ...namesOf(spec.sku, sku),
    resources: resourcesOf(workload, sku),
    pricing: pricingOf(workload, account, catalogue),
    ...placeOf(workload),
    queuePlace: queuePlace ?? null,
    ports: portsOf(workload),
    http: workload.spec.http ?? null,
    ...timesOf(workload, createdAtOf(workload, account)),
    keptUntil: keptUntilOf(account),
    stopAt: instantOrNull(workload.status?.interruption?.stopAt),
    plannedMaintenance: plannedMaintenanceOf(workload),
    expectedBackAt: expectedBackAtOf(workload, catalogue),
    diskOnNode: workload.status?.diskNode !== undefined,
    ...autoTimesOf(workload, catalogue),
    autoStopFault: autoStopFaultOf(workload),
    measuresGpus: measuresGpus(workload, sku, catalogue),
    ...moneyOf(workload, account),
    allowedActions: allowedActions(workload, status, isAdmin),
    observed: workload.status?.observedGeneration === metadata.generation,
    startPrice: startPriceOf(workload, account, catalogue),
    etag: String(metadata.generation ?? 0),
  };
}

/** Returns the SKU's display name; its plain name once it is gone. */
function namesOf(name: string, sku: SKU | undefined) {
  if (!sku) return { skuId: null, skuDisplayName: name, skuTranslations: {} };
  const { displayName, translations = {} } = sku.spec;
  return { skuId: sku.metadata.uid ?? null, skuDisplayName: displayName, skuTranslations: translations };
}

const resumeModes = { Manual: 'MANUAL', Automatic: 'AUTOMATIC' } as const;
const nodeLossChoices = { Wait: 'WAIT', MoveIfPossible: 'MOVE_IF_POSSIBLE' } as const;
const interruptions = { Stop: 'STOP', Destroy: 'DESTROY' } as const;

/** Returns what was ordered, in the API's terms. */
function wishOf({ pricing, ssh, interruption, reservation, ...spec }: Workload['spec']) {
  return {
    type: 'VIRTUAL_MACHINE' as const,
    sku: spec.sku,
    skuQuantity: spec.skuQuantity,
    pricingQuantity: pricing.quantity ?? 1,
    region: spec.region,
    image: spec.image,
    rootDiskSize: Math.ceil(toGib(spec.rootDiskSize)),
    authorizedKeys: ssh?.authorizedKeys ?? [],
    resume: resumeModes[spec.resume],
    onNodeLoss: nodeLossChoices[spec.onNodeLoss ?? 'Wait'],
    autoStop: autoStopOf(spec),
    interruption: interruption ? interruptions[interruption] : null,
    reservationStartTime: reservation ? toInstant(reservation.startTime) : null,
  };
}

function autoStopOf({ schedule }: Pick<Workload['spec'], 'schedule'>): WorkloadView['autoStop'] {
  const { stopAt, stopAfterHours, weekly, idle } = schedule ?? {};
  if (idle !== undefined) return { kind: 'IDLE', ...idle };
  if (weekly !== undefined) return { kind: 'WEEKLY', ...weekly, days: daysOf(weekly) };
  if (stopAt !== undefined) return { kind: 'AT', at: toInstant(stopAt) };
  return stopAfterHours === undefined ? { kind: 'NEVER' } : { kind: 'AFTER', hours: stopAfterHours };
}

/** Returns the days from Monday on, regardless of their order in the spec. */
function daysOf({ days }: NonNullable<NonNullable<Workload['spec']['schedule']>['weekly']>): Weekday[] {
  return weekdays.filter((day) => days.includes(dayNames[day]));
}

function paidStartOf(account: Account | undefined): Date | undefined {
  return account?.isHeld ? (account.startRequestedAt ?? undefined) : undefined;
}

/** Returns the operator's snapshot; until there is one, the SKU's resources. */
function resourcesOf({ spec, status }: Workload, sku: SKU | undefined): WorkloadView['resources'] {
  const known = status?.resources;
  const [size, times] = known ? [known, 1] : [sku?.spec ?? nothing, spec.skuQuantity];
  return {
    cpu: size.cpu * times,
    memory: toGib(size.memory) * times,
    disk: toGib(size.disk) * times,
    gpuModel: size.gpu?.model ?? null,
    gpuNumber: (size.gpu?.count ?? 0) * times,
  };
}

const nothing: Pick<SKU['spec'], 'cpu' | 'memory' | 'disk' | 'gpu'> = { cpu: 0, memory: '0', disk: '0' };

/** Returns the order's own price; before there is an order, the policy's. */
function pricingOf({ spec }: Workload, account: Account | undefined, catalogue: Catalogue): Pricing {
  if (account) {
    const { policy, mode, price, unit } = account;
    return { name: policy, mode, price: formatPrice(price), currency: 'CNY', unit };
  }
  const policy = catalogue.pricingPolicies.store.get({ name: spec.pricing.policy });
  if (policy) return toPricing(policy);
  return { name: spec.pricing.policy, mode: 'ON_DEMAND', price: '0.00', currency: 'CNY', unit: 'HOUR' };
}

function placeOf({ spec, status = {} }: Workload) {
  const { placed, address = null, sshPort = null, sshUser = null, url = null } = status;
  const node = placed?.node ?? spec.placement?.nodeName ?? null;
  return { node, ipAddress: address, sshPort, rdpPort: rdpPortOf(status), sshUser, httpHostUrl: url };
}

const REMOTE_DESKTOP_PORT = 3389;

/** A machine without SSH is reached by Remote Desktop. */
function rdpPortOf({ sshPort, endpoints = [] }: NonNullable<Workload['status']>): number | null {
  if (sshPort !== undefined) return null;
  const isDesktop = (one: (typeof endpoints)[number]) =>
    one.protocol === 'TCP' && one.targetPort === REMOTE_DESKTOP_PORT;
  return endpoints.find(isDesktop)?.port ?? null;
}

function portsOf({ spec, status }: Workload): WorkloadView['ports'] {
  return (spec.ports ?? []).map(({ protocol, port, targetPort }) => {
    const reached = status?.endpoints?.find(
      (endpoint) => endpoint.protocol === protocol && endpoint.targetPort === targetPort,
    );
    const endpoint = reached ? { address: reached.address, port: reached.port } : null;
    return { protocol, port, targetPort, endpoint };
  });
}

function timesOf({ status }: Workload, createdAt: string) {
  const open = openRunOf(status?.runs);
  return {
    startTime: instantOrNull(open?.startedAt),
    stoppedAt: open ? null : instantOrNull(status?.stoppedAt),
    createdAt,
    updatedAt: instantOrNull(status?.updatedAt) ?? createdAt,
  };
}

/** A workload is as old as its order, on its way to the cluster and later. */
function createdAtOf({ metadata }: Workload, account: Account | undefined): string {
  return account?.acceptedAt.toISOString() ?? toInstant(metadata.creationTimestamp);
}

function keptUntilOf(account: Account | undefined): string | null {
  return account?.isHeld ? null : (account?.keptUntil?.toISOString() ?? null);
}

function plannedMaintenanceOf({ status }: Workload): WorkloadView['plannedMaintenance'] {
  if (status?.plannedMaintenance === undefined) return null;
  const { startTime, endTime, reason, resume } = status.plannedMaintenance;
  const startsAfterwards = resume === 'Automatic';
  return { startTime: toInstant(startTime), endTime: toInstant(endTime), reason, startsAfterwards };
}

function expectedBackAtOf(workload: Workload, { nodes }: Catalogue): string | null {
  const node = workload.status?.halt?.node;
  return instantOrNull(node && returnOfLostNode(workload, nodes.store.get({ name: node })));
}

function autoTimesOf(workload: Workload, catalogue: Catalogue) {
  const { stopAt, startAt = endOfMaintenance(workload, catalogue) } = workload.status?.schedule ?? {};
  return { autoStopAt: instantOrNull(stopAt), autoStartAt: instantOrNull(startAt) };
}

function instantOrNull(time: string | undefined): string | null {
  return time ? toInstant(time) : null;
}

/** Returns the planned end of the maintenance that stopped the machine and starts it afterwards. */
function endOfMaintenance(workload: Workload, { nodes }: Catalogue): string | undefined {
  const node = workload.status?.halt?.node;
  if (node === undefined || !waitsForMaintenance(workload)) return undefined;
  return nodes.store.get({ name: node })?.spec.maintenance?.endTime;
}

/** The contract's reasons why the load is unknown. */
const idleFaults: ReadonlyMap<string, NonNullable<WorkloadView['autoStopFault']>> = new Map([
  [workloadReasons.noGpu, 'NO_GPU'],
  [workloadReasons.metricsNotConfigured, 'NO_METRICS'],
  [workloadReasons.exporterMissing, 'NO_EXPORTER'],
  [workloadReasons.measuresMissing, 'NO_MEASURES'],
]);

function autoStopFaultOf({ status }: Workload): WorkloadView['autoStopFault'] {
  const measured = findCondition(status?.conditions, conditionTypes.gpuMeasured);
  return idleFaults.get(measured?.reason ?? '') ?? null;
}

/** Reads the current image; a machine created from it earlier may lack the exporter, as its condition then shows. */
function measuresGpus(workload: Workload, sku: SKU | undefined, catalogue: Catalogue): boolean {
  const image = catalogue.images.store.get({ name: workload.spec.image });
  return resourcesOf(workload, sku).gpuNumber > 0 && image?.spec.gpu?.metricsPort !== undefined;
}

function moneyOf({ status }: Workload, account: Account | undefined) {
  if (!account) return { orderId: null, termEnd: null, term: null, cost: noCost, runs: [] };
  const { orderId, term, total, thisRun, unsettled, runs } = account;
  const cost = {
    ...formatAmounts({ total, thisRun, unsettled }),
    perHour: formatPrice(pricePerHour(account)),
    fundedUntil: instantOrNull(status?.billing?.fundedUntil),
  };
  const shown = term ? termOf(term) : null;
  return { orderId, termEnd: shown?.end ?? null, term: shown, cost, runs: [...runs] };
}

function termOf({ start, end, lateMs, charge, credited, refund }: TermAccount) {
  return {
    ...{ start: start.toISOString(), end: end.toISOString(), lateSeconds: Math.floor(lateMs / 1_000) },
    ...formatAmounts({ charge, credited }),
    refund: refund === null ? null : formatAmount(refund),
  };
}

const noCost = { total: '0.00', thisRun: '0.00', unsettled: '0.00', perHour: '0.00', fundedUntil: null };

/** Returns what a start would cost now; null if the term is paid for, or there is no order. */
function startPriceOf({ spec }: Workload, account: Account | undefined, catalogue: Catalogue) {
  if (account?.state !== 'ACTIVE' || account.mode === 'RESERVED') return null;
  const policy = catalogue.pricingPolicies.store.get({ name: spec.pricing.policy });
  if (!policy) return null;
  const { price, unit, quantity } = rateOf(policy, spec.skuQuantity);
  return { price: formatPrice(price * quantity), unit };
}
