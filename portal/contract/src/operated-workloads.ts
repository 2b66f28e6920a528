/** What operators see of somebody's workload, and do with it, beyond its owner. */
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

/** What operators do to somebody's machine they explain, to the audit and in the timeline to the customer. */
export const explainedAction = z.strictObject({ reason });
export const explainedStart = z.strictObject({ ...expected, reason });
export const explainedDestruction = z.strictObject({ expectedRefund: yuan.optional(), reason });
export const explainedConsoleTicketRequest = consoleTicketRequest.extend({ reason });

/** Where, when and how reachable an operator wants a machine to be. All is said; null is the deliberate choice of none. */
export const workloadSchedule = z.strictObject({
  node: reference,
  /** One of the region's; null where a load balancer gives every machine its own. */
  ipAddress: ipAddress.nullable(),
  /** From outside; where one signs in by Remote Desktop, for that. */
  sshPort: portNumber,
  /** Besides SSH. */
  ports,
  http: httpHost.nullable(),
  /** At most 30 days ahead; null for a reserved term, which has its own, and for a running machine. */
  startTime: instant.nullable(),
  reason,
});

const hasTcpPort = (list: z.infer<typeof ports>) => list.some(({ protocol }) => protocol === 'TCP');

/** An operator's order for a customer, who pays it. It takes its place at once and never waits for one. */
export const customerOrder = workloadCreation.omit({ whenSoldOut: true }).extend({
  ...workloadSchedule.shape,
  ports: ports.refine(hasTcpPort, 'required' satisfies ValidationKey),
});

/** What the platform would choose for a machine, and what it says of each node of the region. */
export const workloadPlan = z.strictObject({
  node: z.string().nullable(),
  ipAddress: z.string().nullable(),
  sshPort: z.int().nullable(),
  ports: z.array(portMapping),
  http: httpHost.nullable(),
  startTime: timestamp.nullable(),
  /** The region's; none where a load balancer gives every machine its own. */
  addresses: z.array(z.string()),
  /** What HTTP hosts end with; null where the region serves none. */
  httpDomain: z.string().nullable(),
  /** The outside ports there are; null where every port can be had. */
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
  /** Of the workload that was looked at. */
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

/** What stands behind a workload in the cluster, in the cluster's words. */
export const workloadInspection = z.strictObject({
  conditions: inspectedConditions,
  /** null while it has no place. */
  placement: z
    .strictObject({
      node: z.string(),
      since: timestamp,
      until: timestamp.nullable(),
      /** The only node on which its disk can be used, where disks lie on nodes. */
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
