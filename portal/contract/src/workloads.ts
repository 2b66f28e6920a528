/** Quotes, workloads and what can be done with them. Sizes are GiB. */
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
  /** Start of a reserved term; at once when absent. */
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
  /** The policy's price × SKU quantity for one unit; order with it, `pricing.unit` and `charge` as what is expected. */
  expectedPrice: yuanPerUnit,
  perHour: yuanPerUnit,
  /** 30 days. */
  perMonth: yuan,
  /** Charged at order (reserved); 0.00 otherwise. */
  charge: yuan,
  /** Put aside at order (on demand, spot: one hour); 0.00 otherwise. */
  hold: yuan,
  affordable: z.boolean(),
  /** What has to be recharged before ordering; 0.00 when affordable. */
  missing: yuan,
  /** Available after the order. */
  availableAfter: yuan,
  /** Hours that the balance lasts once this runs beside all that runs already; null for reserved. */
  runtimeHours: z.number().min(0).nullable(),
  termStart: timestamp.nullable(),
  termEnd: timestamp.nullable(),
  /** How many could be started now in this mode or, from a later start on, be reserved at the most. */
  available: count,
  /** How many wait already for such GPUs in the region; an order that waits comes behind them. */
  queued: count,
  /** The quota that this order would go beyond; null where it stays within all. */
  quota: quotaExcess.nullable(),
  /** The limit of spending that this order would go beyond; null where it stays within all. */
  spending: spendingExcess.nullable(),
});

export const portMapping = z.strictObject({
  protocol: z.enum(enums.portProtocols),
  /** What the world connects to (a suggestion; the region may give another). */
  port: portNumber,
  /** What the machine listens on. */
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
    /** On which the hours begin. */
    days: z
      .array(z.enum(enums.weekdays))
      .min(1, key('dayRequired'))
      .max(enums.weekdays.length, key('tooMany'))
      .refine((days) => new Set(days).size === days.length, key('repeated')),
    from: clockTime,
    /** On the next day where it is not later than `from`. */
    to: clockTime,
    timeZone,
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: key('sameTime') });

/** When the machine stops by itself. Its disk is kept, and it stays off until a start is asked for or its weekly hours begin. */
const autoStop = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('NEVER') }),
  z.strictObject({ kind: z.literal('AT'), at: instant }),
  /** After so many hours of running since the start that was asked for last; each start counts anew. */
  z.strictObject({ kind: z.literal('AFTER'), hours: wholeNumber(1, 720) }),
  /** All its GPUs were used by less than so many per cent for so long, as the guest measures them. Only with GPUs. */
  z.strictObject({
    kind: z.literal('IDLE'),
    gpuPercent: wholeNumber(1, 50),
    minutes: wholeNumber(15, 1_440),
  }),
  /** The machine runs in these hours: their beginning starts it again, at the price of that time. */
  weeklyStop,
]);
export type AutoStop = z.infer<typeof autoStop>;

/** What the customer was shown; anything else that holds now answers 409 PRICE_CHANGED with what does. */
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
  /** After its node has not answered for ten minutes: wait for a start to be asked for, or start on another node, unless the disk is on the lost one. */
  onNodeLoss: z.enum(enums.nodeLossChoices).default('WAIT'),
  autoStop: autoStop.optional(),
  /** When none is free: answer SOLD_OUT, or let the order wait in the queue. One that another takes the last place from is refunded likewise. A reserved term, which is paid at once, never waits. */
  whenSoldOut: z.enum(enums.soldOutChoices).default('REFUSE'),
  ...expected,
  /** The quote's `charge`: the whole reserved term. */
  expectedCharge: yuan.default('0.00'),
});

export const workloadChange = z.strictObject({
  authorizedKeys: z.array(sshPublicKey).min(1, key('required')).max(16, key('tooMany')).optional(),
  ports: ports.optional(),
  /** null takes the host away. */
  http: httpHost.nullable().optional(),
  resume: z.enum(enums.resumeModes).optional(),
  onNodeLoss: z.enum(enums.nodeLossChoices).optional(),
  autoStop: autoStop.optional(),
  /** The machine that stops by itself does not do so before this time. */
  postponedUntil: instant.optional(),
});

/** Starting buys at the present price, the workload's `startPrice`. */
export const workloadStart = z.strictObject(expected);

/** Destroying a reserved machine gives back the `refund` that was shown; another one now answers 409 REFUND_CHANGED. */
export const workloadDestruction = z.strictObject({ expectedRefund: yuan.optional() });

/** Whether the machine can move to another node now, before the maintenance of its own: why not, or null. */
export const workloadMove = z.strictObject({ refusal: z.enum(enums.moveRefusals).nullable() });

export const run = z.strictObject({
  id: z.string(),
  startedAt: timestamp,
  stoppedAt: timestamp.nullable(),
  endReason: z.string().nullable(),
  cost: yuan,
});

/** A reserved term as it is delivered. */
export const reservedTerm = z.strictObject({
  /** The term begins with the first run; before that, when it was ordered for. */
  start: timestamp,
  end: timestamp,
  /** By how many seconds the term was moved since the machine came late. */
  lateSeconds: count,
  /** What was paid for the whole term. */
  charge: yuan,
  /** What was given back of it so far: for downtime, or as the term was cancelled or not delivered. */
  credited: yuan,
  /** What destroying the machine now would give back; null once it is asked for, and after the term. */
  refund: yuan.nullable(),
});

/** The values that a message names, for those who say it in other words. Each absent where the message names none. */
export const causeParameters = z.strictObject({
  /** An operator's own words. */
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
  /** After the loss of its node: Moves if it starts elsewhere by itself, DiskOnNode if it cannot. */
  move: z.string().optional(),
});
export type CauseParameters = z.infer<typeof causeParameters>;

export const workload = z.strictObject({
  /** Of the object in the cluster; null for an order that is on its way there. Namesakes of other times have others. */
  uid: z.string().nullable(),
  /** Grows with every change of the object; of two answers about one uid the greater is the newer. */
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
  /** Place among the orders that wait in the region for GPUs of the same model, or for none; 1 is next. Null unless it waits. */
  queuePlace: z.int().min(1).nullable(),
  ipAddress: z.string().nullable(),
  sshPort: z.int().nullable(),
  /** Windows: the port for Remote Desktop, in place of SSH. */
  rdpPort: z.int().nullable(),
  /** The user to sign in as, by either. */
  sshUser: z.string().nullable(),
  image: z.string(),
  rootDiskSize: z.int(),
  authorizedKeys: z.array(z.string()),
  ports: z.array(
    z.strictObject({
      ...portMapping.shape,
      /** Where it is reached; null until the machine has an address. */
      endpoint: z.strictObject({ address: z.string(), port: z.int() }).nullable(),
    }),
  ),
  /** The HTTP host as asked for; null where there is none. */
  http: httpHost.nullable(),
  /** Where the HTTP host is reached; null until it is served. */
  httpHostUrl: z.string().nullable(),
  resume: z.enum(enums.resumeModes),
  onNodeLoss: z.enum(enums.nodeLossChoices),
  autoStop,
  /** When the machine stops by itself next; null while that is not known, and once the time has passed. */
  autoStopAt: timestamp.nullable(),
  /** Why it does not stop when idle, though it is to; null while it does, or while that is not known. */
  autoStopFault: z.enum(enums.idleFaults).nullable(),
  /** Whether it has GPUs and an image that measures how busy they are. */
  measuresGpus: z.boolean(),
  /** When its weekly hours start the machine that they keep off, or when the planned maintenance should be over that stopped it and starts it afterwards; null of any other. */
  autoStartAt: timestamp.nullable(),
  interruption: z.enum(enums.interruptions).nullable(),
  orderId: z.string().nullable(),
  reservationStartTime: timestamp.nullable(),
  termEnd: timestamp.nullable(),
  /** null unless it is reserved. */
  term: reservedTerm.nullable(),
  /** Start of the present run; null while none is open. */
  startTime: timestamp.nullable(),
  stoppedAt: timestamp.nullable(),
  /** Until when the disk of a stopped machine is kept, unless it is started or money comes in; null while there is no end. */
  keptUntil: timestamp.nullable(),
  /** When the platform stops the machine, as its notice says; null while it has none. */
  stopAt: timestamp.nullable(),
  /** When the machine will be stopped for planned maintenance of its node, and until when that should last; null while none is announced. */
  plannedMaintenance: z
    .strictObject({
      startTime: timestamp,
      endTime: timestamp,
      reason: z.string(),
      /** Whether the machine starts by itself when it is over. */
      startsAfterwards: z.boolean(),
    })
    .nullable(),
  /** Whether its disk is on one node, so that it can run nowhere else. */
  diskOnNode: z.boolean(),
  /** When the node is expected back that the machine was lost with and waits for; null while nobody has said. */
  expectedBackAt: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  cost: z.strictObject({
    total: yuan,
    thisRun: yuan,
    /** What of the total is not among the billing records yet; it is booked at the next full hour or when the run ends. */
    unsettled: yuan,
    perHour: yuanPerUnit,
    fundedUntil: timestamp.nullable(),
  }),
  /** The newest runs, newest first. */
  runs: z.array(run),
  allowedActions: z.array(z.enum(enums.workloadActions)),
  /** Whether `status` and `reason` are of the present wish, and not of the one before. */
  observed: z.boolean(),
  /** The price of all SKUs that a start would take now; null where a start buys nothing. */
  startPrice: z.strictObject({ price: yuanPerUnit, unit: z.enum(enums.pricingUnits) }).nullable(),
  etag,
});

/** One entry of a workload's timeline: what somebody did in the portal, what the cluster reported, when it ran. */
export const workloadEvent = z.strictObject({
  time: timestamp,
  type: z.enum(enums.eventTypes),
  actor: z.enum(enums.eventActors),
  /** The account that did it or, for KUBERNETES, the program; null where that is nobody's concern, or not known. */
  by: z.string().nullable(),
  /** What was done, such as `STOP_WORKLOAD`, or the cluster's CamelCase reason. */
  reason: z.string(),
  message: z.string(),
  parameters: causeParameters.optional(),
  /** Why an operator did it, as they wrote it; null for all else. */
  explanation: z.string().nullable(),
  count,
});

/** Asks for one of a machine's consoles, of which each has one user at a time. */
export const consoleTicketRequest = z.strictObject({
  kind: z.enum(enums.consoleKinds),
  /** Take it from who has it open; without, it is refused with CONSOLE_IN_USE. */
  takeOver: z.boolean().default(false),
});

/** Opens the console's WebSocket once, from the session that asked. */
export const consoleTicket = z.strictObject({ ticket: z.string(), expiresAt: timestamp });

const living = enums.workloadStatuses.filter((status) => status !== 'DESTROYED').join('|');

/** One or several, as `PENDING,FAILED`. There is no end to what was destroyed, so that it is listed by itself. */
const anyOfStatuses = z
  .string()
  .regex(new RegExp(`^(?:DESTROYED|(?:${living})(?:,(?:${living}))*)$`))
  .transform((text) => text.split(',') as enums.WorkloadStatus[]);

const workloadFilters = {
  search,
  /** Without one, all but the destroyed. */
  status: anyOfStatuses
    .meta({ description: 'Comma-separated statuses; DESTROYED only by itself.' })
    .optional(),
  region: reference.optional(),
  sku: reference.optional(),
  mode: z.enum(enums.pricingModes).optional(),
};
/** Machines without a gauge come last either way. */
const workloadSort = ['createdAt', 'name', 'status', 'sku', 'region', 'node', 'gpuUse', 'gpuMemory'] as const;
export const workloadQuery = listQuery(workloadSort, workloadFilters);
export const anyWorkloadQuery = listQuery([...workloadSort, 'user'], {
  ...workloadFilters,
  user: reference.optional(),
  node: reference.optional(),
  image: reference.optional(),
  pricing: reference.optional(),
  /** Why it is in its state. */
  reason: z.string().max(100).optional(),
  /** Pending, and not only for the start that it is reserved for. */
  waiting: z.literal('true').optional(),
});
export const workloadEventQuery = listQuery(['time'], {});
export const workloadParams = z.strictObject({ name: reference });
/** The customer that an operator orders for. */
export const customerParams = z.strictObject({ user: reference });
export const anyWorkloadParams = z.strictObject({ user: reference, name: reference });

export type QuoteRequest = z.infer<typeof quoteRequest>;
export type Quote = z.infer<typeof quote>;
export type WorkloadCreation = z.infer<typeof workloadCreation>;
export type WorkloadChange = z.infer<typeof workloadChange>;
export type Run = z.infer<typeof run>;
export type Workload = z.infer<typeof workload>;
export type WorkloadEvent = z.infer<typeof workloadEvent>;
