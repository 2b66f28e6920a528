/** Quotes, workloads and operations on them. Sizes are GiB. */
import * as z from 'zod';
import * as enums from './enums.ts';
import {
  count,
  etag,
  listQuery,
  pricing,
  search,
  timestamp,
  translations,
  yuan,
  yuanPerUnit,
  quotaExcess,
  spendingExcess,
} from './common.ts';
import {
  clockTime,
  hostName,
  instant,
  key,
  portNumber,
  reference,
  resourceName,
  sshPublicKey,
  timeZone,
  wholeNumber,
} from './validation.ts';

const skuQuantity = wholeNumber(1, 16);
const pricingQuantity = wholeNumber(1, 120);
const rootDiskSize = wholeNumber(1, 65_536);

/** The terms that decide the price. */
const terms = {
  sku: reference,
  skuQuantity: skuQuantity.default(1),
  region: reference,
  /** Name of the pricing policy. */
  pricing: reference,
  /** Units of a reserved term; 1 otherwise. */
  pricingQuantity: pricingQuantity.default(1),
  /** Start of a reserved term; at once if absent. */
  reservationStartTime: instant.optional(),
};

export const quoteRequest = z.strictObject({
  ...terms,
  /** The root disk in GiB, for the quota of disk space; the price does not depend on it. */
  rootDiskSize: rootDiskSize.optional(),
});

export const quote = z.strictObject({
  pricing,
  skuQuantity: z.int(),
  pricingQuantity: z.int(),
  /** The policy's price × SKU quantity for one unit; an order sends it, `pricing.unit` and `charge` as expected. */
  expectedPrice: yuanPerUnit,
  perHour: yuanPerUnit,
  /** 30 days. */
  perMonth: yuan,
  /** Charged at order (reserved); 0.00 otherwise. */
  charge: yuan,
  /** Held at order (on demand, spot: one hour); 0.00 otherwise. */
  hold: yuan,
  affordable: z.boolean(),
  /** Amount to recharge before ordering; 0.00 if affordable. */
  missing: yuan,
  /** Available after the order. */
  availableAfter: yuan,
  /** Hours that the balance lasts once this runs in addition to what already runs; null for reserved. */
  runtimeHours: z.number().min(0).nullable(),
  termStart: timestamp.nullable(),
  termEnd: timestamp.nullable(),
  /** Most that could be started now in this mode or, with a later start, reserved. */
  available: count,
  /** Orders that already wait for such GPUs in the region, ahead of this one. */
  queued: count,
  /** The quota that this order would exceed; null if none. */
  quota: quotaExcess.nullable(),
  /** The spending limit that this order would exceed; null if none. */
  spending: spendingExcess.nullable(),
});

export const portMapping = z.strictObject({
  protocol: z.enum(enums.portProtocols),
  /** External port (a suggestion; the region may assign another). */
  port: portNumber,
  /** Port on which the machine listens. */
  targetPort: portNumber,
});

export const ports = z
  .array(portMapping)
  .max(16, key('tooMany'))
  .superRefine((list, context) => {
    const taken = new Set<string>();
    for (const [index, { protocol, port }] of list.entries()) {
      const name = `${protocol}/${port}`;
      if (taken.has(name))
        context.addIssue({ code: 'custom', path: [index, 'port'], message: key('portTaken') });
      taken.add(name);
    }
  });

export const httpHost = z.strictObject({ host: hostName, targetPort: portNumber });

const weeklyStop = z
  .strictObject({
    kind: z.literal('WEEKLY'),
    /** Days on which the hours begin. */
    days: z
      .array(z.enum(enums.weekdays))
      .min(1, key('dayRequired'))
      .max(enums.weekdays.length, key('tooMany'))
      .refine((days) => new Set(days).size === days.length, key('repeated')),
    from: clockTime,
    /** On the next day if it is not later than `from`. */
    to: clockTime,
    timeZone,
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: key('sameTime') });

/** When the machine stops automatically. Its disk is kept, and it stays off until it is started or its weekly hours begin. */
const autoStop = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('NEVER') }),
  z.strictObject({ kind: z.literal('AT'), at: instant }),
  /** After running for this many hours since the last requested start. */
  z.strictObject({ kind: z.literal('AFTER'), hours: wholeNumber(1, 720) }),
  /** When usage of all its GPUs, as measured in the guest, stays below a percentage for this long. Only with GPUs. */
  z.strictObject({
    kind: z.literal('IDLE'),
    gpuPercent: wholeNumber(1, 50),
    minutes: wholeNumber(15, 1_440),
  }),
  /** The machine runs in these hours: their beginning restarts it, at the price of that time. */
  weeklyStop,
]);
export type AutoStop = z.infer<typeof autoStop>;

/** Terms shown to the customer; if they have changed, the response is 409 PRICE_CHANGED with the current ones. */
export const expected = { expectedPrice: yuanPerUnit, expectedUnit: z.enum(enums.pricingUnits) };

export const workloadCreation = z.strictObject({
  ...terms,
  name: resourceName,
  type: z.enum(enums.workloadTypes).default('VIRTUAL_MACHINE'),
  image: reference,
  rootDiskSize,
  authorizedKeys: z.array(sshPublicKey).min(1, key('required')).max(16, key('tooMany')),
  ports: ports.default([]),
  http: httpHost.optional(),
  interruption: z.enum(enums.interruptions).optional(),
  resume: z.enum(enums.resumeModes).default('MANUAL'),
  /** After its node has been unresponsive for ten minutes: wait for a start request, or start elsewhere unless the disk is local. */
  onNodeLoss: z.enum(enums.nodeLossChoices).default('WAIT'),
  autoStop: autoStop.optional(),
  /** If sold out: respond with SOLD_OUT, refunding an order that loses the last place to another, or wait. Reserved terms never wait. */
  whenSoldOut: z.enum(enums.soldOutChoices).default('REFUSE'),
  ...expected,
  /** The quote's `charge`: the price of the whole reserved term. */
  expectedCharge: yuan.default('0.00'),
});

export const workloadChange = z.strictObject({
  authorizedKeys: z.array(sshPublicKey).min(1, key('required')).max(16, key('tooMany')).optional(),
  ports: ports.optional(),
  /** null removes the host. */
  http: httpHost.nullable().optional(),
  resume: z.enum(enums.resumeModes).optional(),
  onNodeLoss: z.enum(enums.nodeLossChoices).optional(),
  autoStop: autoStop.optional(),
  /** An automatic stop does not happen before this time. */
  postponedUntil: instant.optional(),
});

/** Starting buys at the current price, the workload's `startPrice`. */
export const workloadStart = z.strictObject(expected);

/** Destroying a reserved machine pays the `refund` shown; if it has changed, the response is 409 REFUND_CHANGED. */
export const workloadDestruction = z.strictObject({ expectedRefund: yuan.optional() });

/** Why the machine cannot move to another node now, before its own node's maintenance; null if it can. */
export const workloadMove = z.strictObject({ refusal: z.enum(enums.moveRefusals).nullable() });

export const run = z.strictObject({
  id: z.string(),
  startedAt: timestamp,
  stoppedAt: timestamp.nullable(),
  endReason: z.string().nullable(),
  cost: yuan,
});

/** A reserved term and its delivery. */
export const reservedTerm = z.strictObject({
  /** Start of the first run; before that, the ordered start. */
  start: timestamp,
  end: timestamp,
  /** Seconds by which the term was shifted because the machine was late. */
  lateSeconds: count,
  /** Amount paid for the whole term. */
  charge: yuan,
  /** Amount refunded so far: for downtime, or because the term was canceled or not delivered. */
  credited: yuan,
  /** Refund for destroying the machine now; null once that is requested, and after the term. */
  refund: yuan.nullable(),
});

/** Values in a message, for clients that phrase it themselves. Each is absent if the message has none. */
export const causeParameters = z.strictObject({
  /** An operator's text. */
  why: z.string().optional(),
  /** The object at fault. */
  kind: z.string().optional(),
  name: z.string().optional(),
  port: z.string().optional(),
  range: z.string().optional(),
  domain: z.string().optional(),
  size: z.string().optional(),
  quota: z.string().optional(),
  used: z.string().optional(),
  wanted: z.string().optional(),
  percent: z.string().optional(),
  minutes: z.string().optional(),
  /** After the loss of its node: Moves if it starts elsewhere automatically, DiskOnNode if it cannot. */
  move: z.string().optional(),
});
export type CauseParameters = z.infer<typeof causeParameters>;

export const workload = z.strictObject({
  /** UID of the cluster's object; null until the order is created there. Earlier and later namesakes have other UIDs. */
  uid: z.string().nullable(),
  /** Increases with every change of the object; of two responses about one UID, the greater is the newer. */
  resourceVersion: z.string().regex(/^\d+$/),
  name: z.string(),
  user: z.string(),
  type: z.enum(enums.workloadTypes),
  status: z.enum(enums.workloadStatuses),
  /** CamelCase reason and one plain sentence; empty when all is well. */
  reason: z.string(),
  message: z.string(),
  parameters: causeParameters.optional(),
  sku: z.string(),
  skuId: z.string().nullable(),
  skuDisplayName: z.string(),
  /** The SKU's texts in other languages. */
  skuTranslations: translations,
  skuQuantity: z.int(),
  resources: z.strictObject({
    cpu: count,
    memory: z.number(),
    disk: z.number(),
    gpuModel: z.string().nullable(),
    gpuNumber: count,
  }),
  pricing,
  pricingQuantity: z.int(),
  region: z.string(),
  node: z.string().nullable(),
  /** Place in the region's queue for GPUs of the same model, or for none; 1 is next. Null unless it waits. */
  queuePlace: z.int().min(1).nullable(),
  ipAddress: z.string().nullable(),
  sshPort: z.int().nullable(),
  /** Windows: the port for Remote Desktop, in place of SSH. */
  rdpPort: z.int().nullable(),
  /** The user for either sign-in. */
  sshUser: z.string().nullable(),
  image: z.string(),
  rootDiskSize: z.int(),
  authorizedKeys: z.array(z.string()),
  ports: z.array(
    z.strictObject({
      ...portMapping.shape,
      /** External address and port; null until the machine has an address. */
      endpoint: z.strictObject({ address: z.string(), port: z.int() }).nullable(),
    }),
  ),
  /** The requested HTTP host; null if there is none. */
  http: httpHost.nullable(),
  /** URL of the HTTP host; null until it is served. */
  httpHostUrl: z.string().nullable(),
  resume: z.enum(enums.resumeModes),
  onNodeLoss: z.enum(enums.nodeLossChoices),
  autoStop,
  /** Time of the next automatic stop; null if unknown, and once it has passed. */
  autoStopAt: timestamp.nullable(),
  /** Why it does not stop when idle although it should; null if it does, or if unknown. */
  autoStopFault: z.enum(enums.idleFaults).nullable(),
  /** Whether it has GPUs and an image that measures their usage. */
  measuresGpus: z.boolean(),
  /** Next automatic start: when the weekly hours begin, or when the planned maintenance that stopped it should end; null if none. */
  autoStartAt: timestamp.nullable(),
  interruption: z.enum(enums.interruptions).nullable(),
  orderId: z.string().nullable(),
  reservationStartTime: timestamp.nullable(),
  termEnd: timestamp.nullable(),
  /** null unless it is reserved. */
  term: reservedTerm.nullable(),
  /** Start of the current run; null while none is open. */
  startTime: timestamp.nullable(),
  stoppedAt: timestamp.nullable(),
  /** Until when the disk of a stopped machine is kept, unless it is started or money comes in; null if indefinitely. */
  keptUntil: timestamp.nullable(),
  /** When the platform stops the machine, as announced to its owner; null if not announced. */
  stopAt: timestamp.nullable(),
  /** Planned maintenance of its node: when the machine is stopped, and when it should end; null while none is announced. */
  plannedMaintenance: z
    .strictObject({
      startTime: timestamp,
      endTime: timestamp,
      reason: z.string(),
      /** Whether the machine starts automatically afterwards. */
      startsAfterwards: z.boolean(),
    })
    .nullable(),
  /** Whether its disk is local to a node, so that it can run only there. */
  diskOnNode: z.boolean(),
  /** When the lost node that the machine waits for is expected back; null until announced. */
  expectedBackAt: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  cost: z.strictObject({
    total: yuan,
    thisRun: yuan,
    /** Part of the total not yet in the billing records; it is booked at the next full hour or when the run ends. */
    unsettled: yuan,
    perHour: yuanPerUnit,
    fundedUntil: timestamp.nullable(),
  }),
  /** The newest runs, newest first. */
  runs: z.array(run),
  allowedActions: z.array(z.enum(enums.workloadActions)),
  /** Whether `status` and `reason` reflect the current spec, not an earlier one. */
  observed: z.boolean(),
  /** Current price of all SKUs for a start; null if a start buys nothing. */
  startPrice: z.strictObject({ price: yuanPerUnit, unit: z.enum(enums.pricingUnits) }).nullable(),
  etag,
});

/** One entry of a workload's timeline: an action in the portal, a report of the cluster, or a run. */
export const workloadEvent = z.strictObject({
  time: timestamp,
  type: z.enum(enums.eventTypes),
  actor: z.enum(enums.eventActors),
  /** The account that did it or, for KUBERNETES, the program; null if hidden from the reader, or unknown. */
  by: z.string().nullable(),
  /** The action, such as `STOP_WORKLOAD`, or the cluster's CamelCase reason. */
  reason: z.string(),
  message: z.string(),
  parameters: causeParameters.optional(),
  /** The operator's reason, verbatim; null for all other entries. */
  explanation: z.string().nullable(),
  count,
});

/** Requests one of a machine's consoles. Each console has one user at a time. */
export const consoleTicketRequest = z.strictObject({
  kind: z.enum(enums.consoleKinds),
  /** Takes the console from its current user; otherwise the request is refused with CONSOLE_IN_USE. */
  takeOver: z.boolean().default(false),
});

/** Opens the console's WebSocket once, from the session that requested it. */
export const consoleTicket = z.strictObject({ ticket: z.string(), expiresAt: timestamp });

const living = enums.workloadStatuses.filter((status) => status !== 'DESTROYED').join('|');

/** One or several, such as `PENDING,FAILED`. DESTROYED is listed separately, because it grows without bound. */
const anyOfStatuses = z
  .string()
  .regex(new RegExp(`^(?:DESTROYED|(?:${living})(?:,(?:${living}))*)$`))
  .transform((text) => text.split(',') as enums.WorkloadStatus[]);

const workloadFilters = {
  search,
  /** If absent, all but DESTROYED. */
  status: anyOfStatuses
    .meta({ description: 'Comma-separated statuses; DESTROYED only by itself.' })
    .optional(),
  region: reference.optional(),
  sku: reference.optional(),
  mode: z.enum(enums.pricingModes).optional(),
};
/** Machines without a gauge come last in either direction. */
const workloadSort = ['createdAt', 'name', 'status', 'sku', 'region', 'node', 'gpuUse', 'gpuMemory'] as const;
export const workloadQuery = listQuery(workloadSort, workloadFilters);
export const anyWorkloadQuery = listQuery([...workloadSort, 'user'], {
  ...workloadFilters,
  user: reference.optional(),
  node: reference.optional(),
  image: reference.optional(),
  pricing: reference.optional(),
  /** Reason of its status. */
  reason: z.string().max(100).optional(),
  /** Pending, and not only because its reserved start is in the future. */
  waiting: z.literal('true').optional(),
});
export const workloadEventQuery = listQuery(['time'], {});
export const workloadParams = z.strictObject({ name: reference });
/** The customer for whom an operator orders. */
export const customerParams = z.strictObject({ user: reference });
export const anyWorkloadParams = z.strictObject({ user: reference, name: reference });

export type QuoteRequest = z.infer<typeof quoteRequest>;
export type Quote = z.infer<typeof quote>;
export type WorkloadCreation = z.infer<typeof workloadCreation>;
export type WorkloadChange = z.infer<typeof workloadChange>;
export type Run = z.infer<typeof run>;
export type Workload = z.infer<typeof workload>;
export type WorkloadEvent = z.infer<typeof workloadEvent>;
