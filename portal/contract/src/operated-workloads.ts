/** What operators can see and do with a customer's workload beyond its owner. */
import * as z from 'zod';
import { count, etag, timestamp, yuan } from './common.ts';
import { nodeFits } from './enums.ts';
import { instant, ipAddress, portNumber, reason, reference } from './validation.ts';
import type { ValidationKey } from './validation-messages.ts';
import {
  consoleTicketRequest,
  expected,
  httpHost,
  portMapping,
  ports,
  workloadCreation,
} from './workloads.ts';

/** Operators give a reason for acting on a customer's machine; the audit log and the customer's timeline show it. */
export const explainedAction = z.strictObject({ reason });
export const explainedStart = z.strictObject({ ...expected, reason });
export const explainedDestruction = z.strictObject({ expectedRefund: yuan.optional(), reason });
export const explainedConsoleTicketRequest = consoleTicketRequest.extend({ reason });

/** An operator's choice of node, time and endpoints for a machine. All fields are required; null explicitly means none. */
export const workloadSchedule = z.strictObject({
  node: reference,
  /** One of the region's addresses; null if a load balancer gives every machine its own. */
  ipAddress: ipAddress.nullable(),
  /** External port for SSH or, if users sign in by Remote Desktop, for that. */
  sshPort: portNumber,
  /** In addition to SSH. */
  ports,
  http: httpHost.nullable(),
  /** At most 30 days ahead; null for a reserved term, which has its own, and for a running machine. */
  startTime: instant.nullable(),
  reason,
});

const hasTcpPort = (list: z.infer<typeof ports>) => list.some(({ protocol }) => protocol === 'TCP');

/** An operator's order for a customer, who pays for it. It is placed at once and never queued. */
export const customerOrder = workloadCreation.omit({ whenSoldOut: true }).extend({
  ...workloadSchedule.shape,
  ports: ports.refine(hasTcpPort, 'required' satisfies ValidationKey),
});

/** The platform's proposal for a machine, and its assessment of each node of the region. */
export const workloadPlan = z.strictObject({
  node: z.string().nullable(),
  ipAddress: z.string().nullable(),
  sshPort: z.int().nullable(),
  ports: z.array(portMapping),
  http: httpHost.nullable(),
  startTime: timestamp.nullable(),
  /** The region's addresses; none if a load balancer gives every machine its own. */
  addresses: z.array(z.string()),
  /** Suffix of HTTP hosts; null if the region serves none. */
  httpDomain: z.string().nullable(),
  /** Range of external ports; null if every port is available. */
  portRange: z.strictObject({ first: z.int(), last: z.int() }).nullable(),
  nodes: z.array(
    z.strictObject({
      name: z.string(),
      fit: z.enum(nodeFits),
      /** In English; empty when it fits. */
      message: z.string(),
      gpuModel: z.string().nullable(),
      gpuNumber: count,
      freeGpus: count,
    }),
  ),
  /** ETag of the workload for which the plan was made. */
  etag,
});

const inspectedConditions = z.array(
  z.strictObject({
    type: z.string(),
    status: z.enum(['True', 'False', 'Unknown']),
    reason: z.string(),
    message: z.string(),
    since: timestamp.nullable(),
  }),
);

/** The cluster's objects behind a workload, in the cluster's terms. */
export const workloadInspection = z.strictObject({
  conditions: inspectedConditions,
  /** null while it is not placed. */
  placement: z
    .strictObject({
      node: z.string(),
      since: timestamp,
      until: timestamp.nullable(),
      /** The only node that can use its disk, if disks are local to nodes. */
      diskNode: z.string().nullable(),
    })
    .nullable(),
  /** KubeVirt's VirtualMachine and, while it runs, its instance and the pods that run it. */
  virtualMachine: z
    .strictObject({
      name: z.string(),
      status: z.string(),
      runStrategy: z.string(),
      conditions: inspectedConditions,
    })
    .nullable(),
  instance: z
    .strictObject({
      phase: z.string(),
      node: z.string().nullable(),
      createdAt: timestamp,
      gpus: z.array(z.strictObject({ name: z.string(), deviceName: z.string() })),
      conditions: inspectedConditions,
    })
    .nullable(),
  launchers: z.array(
    z.strictObject({ name: z.string(), phase: z.string(), node: z.string().nullable(), message: z.string() }),
  ),
  /** The custom resource, as `kubectl get -o yaml` prints it. */
  yaml: z.string(),
});

export type WorkloadSchedule = z.infer<typeof workloadSchedule>;
export type WorkloadInspection = z.infer<typeof workloadInspection>;
export type WorkloadPlan = z.infer<typeof workloadPlan>;
