import * as z from 'zod';
import { listMap } from '../schema/extensions.ts';
import * as fields from '../schema/fields.ts';
import { idle, weekly } from './schedule.ts';

export const workloadPhaseSchema = z
  .enum([
    'Pending',
    'Scheduled',
    'Starting',
    'Running',
    'Stopping',
    'Stopped',
    'Failed',
    'Destroying',
    'Destroyed',
  ])
  .describe(
    'Phase of the life cycle. The machine occupies capacity from Scheduled to the end of Stopping and is billed while Running.',
  );

const placed = z
  .object({
    node: fields.objectName('Name of the ComputeNode.'),
    at: fields.timestamp('When it was placed there.'),
    until: fields.timestamp('Reserved: end of the term.').optional(),
  })
  .describe('Node on which it runs or has reserved capacity.');

const value = (description: string) => z.string().max(256).describe(description).optional();

const causeParametersSchema = z
  .object({
    why: value("An administrator's own words, in any language."),
    kind: value('Kind of the object at fault: region, SKU, image, GPU, pricing policy or account.'),
    name: value('Name of the object at fault.'),
    port: value('Requested port.'),
    range: value('Available port range.'),
    domain: value('Required suffix of the host.'),
    size: value('Size of the root disk, as a quantity.'),
    quota: value('Limit of the quota.'),
    used: value('Used part of the quota.'),
    wanted: value('Additional amount requested.'),
    percent: value('GPU utilization in percent below which the machine is idle.'),
    minutes: value('Required minutes of idleness.'),
    move: value(
      'After the loss of its node: Moves if it restarts elsewhere automatically, DiskOnNode if it cannot.',
    ),
  })
  .describe('Values in the message, for clients that rephrase it.');

const lastTransition = z
  .object({
    at: fields.timestamp('When it happened.'),
    reason: fields.reason('Reason, as one CamelCase word.'),
    message: z.string().max(1024).describe('Explanation for the customer, in one sentence.'),
    detail: z.string().max(1024).describe('Additional details for administrators.').optional(),
    parameters: causeParametersSchema.optional(),
  })
  .describe('When and why the workload entered its current phase.');

const retry = z
  .object({
    reason: fields.reason('Failed operation, as one CamelCase word.'),
    message: z.string().max(1024).describe('Explanation for the customer, in one sentence.'),
    detail: z.string().max(1024).describe('Message of the program that refused it.').optional(),
    parameters: causeParametersSchema.optional(),
    attempts: fields.count('Consecutive failures for this reason.'),
    nextAt: fields.timestamp('Time of the next retry. A change of the spec is tried immediately.'),
  })
  .describe('Failed operation that is retried at growing intervals. Unset if nothing has failed.');

const resources = z
  .object({
    cpu: fields.count('Whole CPU cores.'),
    memory: fields.bytes('Memory as a quantity.'),
    disk: fields.bytes('Root disk included in the SKU, as a quantity.'),
    gpu: z
      .object({
        model: fields.objectName('Name of the GPU object.'),
        deviceName: z
          .string()
          .max(317)
          .describe(
            'Extended resource at the time of the order. A start requests the one that the GPU object names at that time.',
          ),
        count: fields.count('Number of GPUs.'),
      })
      .describe('GPUs. Unset if there are none.')
      .optional(),
  })
  .describe('Resources of the machine: the SKU times the quantity, as ordered.');

const halt = z
  .object({
    reason: fields.reason('Reason for the stop, for example Funds, Maintenance or Spot.'),
    at: fields.timestamp('When it happened.'),
    node: fields
      .longObjectName('Name of the ComputeNode on which it was stopped. Unset if it had none.')
      .optional(),
    resume: z
      .enum(['Automatic'])
      .describe('Automatic: stopped by planned maintenance, at whose end it restarts automatically.')
      .optional(),
  })
  .describe(
    'Stop not requested by powerState. Remains until a start is requested, or until resume, a weekly plan or the end of planned maintenance lifts it.',
  );

const interruption = z
  .object({
    reason: z.enum(['Maintenance', 'Spot', 'Schedule']).describe('Reason for the stop.'),
    noticedAt: fields.timestamp('When the notice was given. A Spot machine is not billed from then on.'),
    stopAt: fields.timestamp('When the machine will be stopped.'),
  })
  .describe('Notice that the machine will be stopped.');

const plannedMaintenance = z
  .object({
    startTime: fields.timestamp('When the machine will be stopped.'),
    endTime: fields.timestamp('When its node is expected back.'),
    reason: z.string().max(256).describe("Reason, in the administrators' own words."),
    announcedAt: fields.timestamp('When these times were announced.'),
    resume: z
      .enum(['Automatic', 'Manual'])
      .describe("Automatic: the machine restarts when it is over. Manual: the machine's own resume applies.")
      .optional(),
  })
  .describe('Planned maintenance of its node. Unset if it is over or the machine will no longer be there.');

const schedule = z
  .object({
    since: fields.timestamp(
      'When the schedule begins to count: the latest of the last requested start or restart, the beginning of the weekly hours, and when the schedule, its stopAfterHours, its weekly plan or its idle rule was set.',
    ),
    stopAfterHours: fields.count('Hours being counted. A change resets the count.').optional(),
    weekly: weekly.describe('Weekly plan being counted. A change resets the count.').optional(),
    idle: idle.describe('Idle rule being counted. A change resets the count.').optional(),
    idleSince: fields
      .timestamp(
        'Time since which the GPUs of the running machine have been continuously idle. Unset while they are not, or not measured.',
      )
      .optional(),
    ranSeconds: fields
      .count('Seconds it ran since then in runs that status.runs no longer lists.')
      .optional(),
    stopAt: fields
      .timestamp(
        'When the schedule next stops the machine; with an idle rule, if it stays idle. Unset if unknown, as before a run whose hours are counted, and once the time has passed.',
      )
      .optional(),
    startAt: fields
      .timestamp('When the weekly plan next starts the machine. Set only while the schedule keeps it off.')
      .optional(),
  })
  .describe('State of spec.schedule. Unset if there is none and while powerState is Stopped.');

const endpoint = z
  .object({
    protocol: z.enum(['TCP', 'UDP']).describe('Transport protocol.'),
    address: z.string().max(253).describe('Address to connect to.'),
    port: fields.portNumber('Port to connect to.'),
    targetPort: fields.portNumber('Port of the machine behind it.'),
  })
  .describe('Endpoint of one port of the machine.');

export const runSchema = z
  .object({
    id: z.string().max(36).describe('UID of the VirtualMachineInstance.'),
    startedAt: fields.timestamp('When it started running.'),
    stoppedAt: fields.timestamp('When it ended. Unset while the machine runs.').optional(),
    endReason: fields.reason('Reason it ended, for example StopRequested.').optional(),
    goneAt: fields
      .timestamp(
        'When its VirtualMachineInstance had shut down. After a stop by the user, the run is billed until then, for at most 30 seconds.',
      )
      .optional(),
  })
  .describe('Period for which the machine ran. Each field is written once and never changed.');

const billing = z
  .object({
    orderId: z.string().max(63).describe('ID of the order behind this workload.').optional(),
    settledRun: z.string().max(36).describe('ID of the newest run whose settlement is final.').optional(),
    fundedUntil: fields.timestamp('Time until which the balance covers the machine.').optional(),
  })
  .describe('Billing state, written only by billing.');

export const workloadStatusSchema = z
  .object({
    ...fields.commonStatus,
    phase: workloadPhaseSchema.optional(),
    reason: fields.reason('Reason for the phase, as one CamelCase word.').optional(),
    message: z.string().max(1024).describe('Explanation for the customer, in one sentence.').optional(),
    parameters: causeParametersSchema.optional(),
    username: fields.objectName("Owner: the tenant's name in the portal.").optional(),
    lastTransition: lastTransition.optional(),
    retry: retry.optional(),
    placed: placed.optional(),
    resources: resources.optional(),
    rootDiskSize: fields
      .bytes('Size of the root disk, or the size it is growing to: as ordered, as far as the storage allows.')
      .optional(),
    diskNode: fields
      .longObjectName(
        "Name of the ComputeNode with the root disk if the region's disks are local to nodes; the machine can start only there.",
      )
      .optional(),
    rootDiskClaim: z
      .string()
      .max(36)
      .describe(
        "UID of the claim with the root disk's data. Another claim in its place is a new disk: the data is lost.",
      )
      .optional(),
    halt: halt.optional(),
    restartedAt: fields
      .timestamp('Newest spec.restartedAt that was carried out or superseded by an unrequested stop.')
      .optional(),
    interruption: interruption.optional(),
    plannedMaintenance: plannedMaintenance.optional(),
    schedule: schedule.optional(),
    address: z.string().max(253).describe('Address at which the machine is reached.').optional(),
    sshPort: fields
      .portNumber('Port for SSH at the address. Unset for Windows, whose Remote Desktop is an endpoint.')
      .optional(),
    sshUser: z
      .string()
      .max(32)
      .describe('User to sign in as, by SSH or, for Windows, by Remote Desktop.')
      .optional(),
    endpoints: z
      .array(endpoint)
      .max(32)
      .meta({
        description: 'Endpoints of the opened ports and of Remote Desktop on Windows (targetPort 3389).',
        'x-kubernetes-list-type': 'atomic',
      })
      .optional(),
    url: z
      .string()
      .max(512)
      .describe('URL of the HTTP host, set once the running machine has answered.')
      .optional(),
    virtualMachine: fields.objectName('Name of the VirtualMachine in the same namespace.').optional(),
    startedAt: fields.timestamp('When the machine last started running.').optional(),
    stoppedAt: fields.timestamp('When the machine last stopped running.').optional(),
    runs: z
      .array(runSchema)
      .max(128)
      .meta({
        description: 'Runs of the machine, oldest first. Settled runs are eventually removed.',
        ...listMap('id'),
      })
      .optional(),
    billing: billing.optional(),
  })
  .describe(
    'Observed state, written only by the operator and billing, each in its own fields. Conditions: Funded (by billing), Scheduled, Provisioned, Running, Reachable, Ready, Stalled, GPUMeasured (with schedule.idle).',
  );
