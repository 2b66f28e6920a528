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
    'Where the machine is in its life cycle. It occupies capacity from Scheduled to the end of Stopping, and is billed while Running.',
  );

const placed = z
  .object({
    node: fields.objectName('Name of the ComputeNode.'),
    at: fields.timestamp('When it was placed there.'),
    until: fields.timestamp('Reserved: the end of the term.').optional(),
  })
  .describe('The node on which it runs or has reserved capacity.');

const value = (description: string) => z.string().max(256).describe(description).optional();

const causeParametersSchema = z
  .object({
    why: value("An administrator's own words, in whatever language."),
    kind: value('The kind of the object at fault: region, SKU, image, GPU, pricing policy or account.'),
    name: value('The name of the object at fault.'),
    port: value('The port that was asked for.'),
    range: value('The ports that can be had.'),
    domain: value('What a host has to end with.'),
    size: value('The size of the root disk, as a quantity.'),
    quota: value('What the quota allows.'),
    used: value('What is used of it.'),
    wanted: value('What was asked for in addition.'),
    percent: value('Below how much use of its GPUs the machine is idle, in per cent.'),
    minutes: value('For how many minutes it has to be idle.'),
    move: value(
      'After the loss of its node: Moves if it starts elsewhere by itself, DiskOnNode if it cannot.',
    ),
  })
  .describe('The values that the message names, for those who say it in other words.');

const lastTransition = z
  .object({
    at: fields.timestamp('When.'),
    reason: fields.reason('Why, in one CamelCase word.'),
    message: z.string().max(1024).describe('The same in one sentence for the customer.'),
    detail: z.string().max(1024).describe('What administrators should know in addition.').optional(),
    parameters: causeParametersSchema.optional(),
  })
  .describe('When and why the workload entered its current phase.');

const retry = z
  .object({
    reason: fields.reason('What could not be done, in one CamelCase word.'),
    message: z.string().max(1024).describe('The same in one sentence for the customer.'),
    detail: z.string().max(1024).describe('The message of the program that refused it.').optional(),
    parameters: causeParametersSchema.optional(),
    attempts: fields.count('How many times in a row it has failed for this reason.'),
    nextAt: fields.timestamp('When it is retried; a change of the spec is tried at once.'),
  })
  .describe(
    'What could not be done for the machine and is retried at growing intervals; absent when nothing has failed.',
  );

const resources = z
  .object({
    cpu: fields.count('Whole CPU cores.'),
    memory: fields.bytes('Memory as a quantity.'),
    disk: fields.bytes("The SKU's included root disk as a quantity."),
    gpu: z
      .object({
        model: fields.objectName('Name of the GPU object.'),
        deviceName: z
          .string()
          .max(317)
          .describe(
            'The extended resource at the time of the order; a start requests the one that the GPU object names at that time.',
          ),
        count: fields.count('How many GPUs.'),
      })
      .describe('The GPUs; absent where there are none.')
      .optional(),
  })
  .describe('The resources of the machine: the SKU times the quantity, as it was when it was ordered.');

const halt = z
  .object({
    reason: fields.reason('Why it was stopped, for example Funds, Maintenance or Spot.'),
    at: fields.timestamp('When.'),
    node: fields
      .longObjectName('Name of the ComputeNode on which it was stopped; absent for one that had no node.')
      .optional(),
    resume: z
      .enum(['Automatic'])
      .describe('Automatic: planned maintenance has stopped it, and it starts by itself when that is over.')
      .optional(),
  })
  .describe(
    'A stop that was not requested by powerState. It stays until a start is requested; resume, a weekly plan and the end of planned maintenance lift it where they say so.',
  );

const interruption = z
  .object({
    reason: z.enum(['Maintenance', 'Spot', 'Schedule']).describe('Why it will be stopped.'),
    noticedAt: fields.timestamp('When the notice was given; a spot machine is not billed from then on.'),
    stopAt: fields.timestamp('When the machine will be stopped.'),
  })
  .describe('A notice that the machine will be stopped.');

const plannedMaintenance = z
  .object({
    startTime: fields.timestamp('When the machine will be stopped.'),
    endTime: fields.timestamp('When its node is expected to be back.'),
    reason: z.string().max(256).describe("Why, in the administrators' own words."),
    announcedAt: fields.timestamp('Since when these times have been announced.'),
    resume: z
      .enum(['Automatic', 'Manual'])
      .describe('Automatic: the machine starts by itself when it is over. Manual: its own resume decides.')
      .optional(),
  })
  .describe(
    'Planned maintenance of the node that it is placed on, if that is not over and the machine is to be there then.',
  );

const schedule = z
  .object({
    since: fields.timestamp(
      'From when the schedule counts: the latest of the start or restart that was last requested, the beginning of the weekly hours, and when the schedule, its stopAfterHours, its weekly plan or its idle rule was set.',
    ),
    stopAfterHours: fields.count('The hours that are counted; other ones count anew.').optional(),
    weekly: weekly.describe('The weekly plan that is counted; another one counts anew.').optional(),
    idle: idle.describe('The idle rule that is counted; another one counts anew.').optional(),
    idleSince: fields
      .timestamp(
        'Since when the GPUs of the running machine have been seen to be idle without a break; absent while they are not, or not measured.',
      )
      .optional(),
    ranSeconds: fields
      .count('For how long it ran since then in runs that status.runs no longer lists.')
      .optional(),
    stopAt: fields
      .timestamp(
        'When the schedule stops the machine next, if it stays idle where that is the rule; absent while that is not known, as before a run whose hours are counted, and when its time has passed.',
      )
      .optional(),
    startAt: fields
      .timestamp('When the weekly plan starts the machine next; only while the schedule keeps it off.')
      .optional(),
  })
  .describe('What follows from spec.schedule; absent without one, and while powerState is Stopped.');

const endpoint = z
  .object({
    protocol: z.enum(['TCP', 'UDP']).describe('The transport protocol.'),
    address: z.string().max(253).describe('The address to connect to.'),
    port: fields.portNumber('The port to connect to.'),
    targetPort: fields.portNumber("The machine's port behind it."),
  })
  .describe('Where one port of the machine is reached.');

export const runSchema = z
  .object({
    id: z.string().max(36).describe('The uid of the VirtualMachineInstance.'),
    startedAt: fields.timestamp('When it began to run.'),
    stoppedAt: fields.timestamp('When it ended; absent while the machine runs.').optional(),
    endReason: fields.reason('Why it ended, for example StopRequested.').optional(),
    goneAt: fields
      .timestamp(
        'When its VirtualMachineInstance had shut down; after a stop by the user the run is billed until then, for at most 30 seconds.',
      )
      .optional(),
  })
  .describe('A period for which the machine ran. Each field is written once and never changed.');

const billing = z
  .object({
    orderId: z.string().max(63).describe('Id of the order behind this workload.').optional(),
    settledRun: z.string().max(36).describe('Id of the newest run whose settlement is final.').optional(),
    fundedUntil: fields.timestamp('Until when the balance pays for the machine.').optional(),
  })
  .describe('What billing knows; only billing writes it.');

export const workloadStatusSchema = z
  .object({
    ...fields.commonStatus,
    phase: workloadPhaseSchema.optional(),
    reason: fields.reason('Why it is in this phase, in one CamelCase word.').optional(),
    message: z.string().max(1024).describe('The same in one sentence for the customer.').optional(),
    parameters: causeParametersSchema.optional(),
    username: fields.objectName("The owner: the tenant's name in the portal.").optional(),
    lastTransition: lastTransition.optional(),
    retry: retry.optional(),
    placed: placed.optional(),
    resources: resources.optional(),
    rootDiskSize: fields
      .bytes(
        'Size of the root disk, or the size that it is growing to: as ordered, as far as the storage allows.',
      )
      .optional(),
    diskNode: fields
      .longObjectName(
        'Name of the ComputeNode with the root disk, in regions whose disks are local to nodes; the machine can start only there.',
      )
      .optional(),
    rootDiskClaim: z
      .string()
      .max(36)
      .describe(
        "The uid of the claim with the root disk's data. Another claim in its place is a new disk: the data is lost.",
      )
      .optional(),
    halt: halt.optional(),
    restartedAt: fields
      .timestamp(
        'The newest spec.restartedAt that was carried out, or superseded by a stop that nobody requested.',
      )
      .optional(),
    interruption: interruption.optional(),
    plannedMaintenance: plannedMaintenance.optional(),
    schedule: schedule.optional(),
    address: z.string().max(253).describe('The address at which the machine is reached.').optional(),
    sshPort: fields
      .portNumber('The port for SSH at the address; absent for Windows, whose Remote Desktop is an endpoint.')
      .optional(),
    sshUser: z
      .string()
      .max(32)
      .describe('The user to sign in as, by SSH or, for Windows, by Remote Desktop.')
      .optional(),
    endpoints: z
      .array(endpoint)
      .max(32)
      .meta({
        description:
          'Where the opened ports are reached, and the Remote Desktop of Windows (targetPort 3389).',
        'x-kubernetes-list-type': 'atomic',
      })
      .optional(),
    url: z
      .string()
      .max(512)
      .describe('The web address of the HTTP host, once the running machine has answered.')
      .optional(),
    virtualMachine: fields.objectName('Name of the VirtualMachine in the same namespace.').optional(),
    startedAt: fields.timestamp('When the machine last began to run.').optional(),
    stoppedAt: fields.timestamp('When the machine last stopped running.').optional(),
    runs: z
      .array(runSchema)
      .max(128)
      .meta({
        description: 'When it ran, oldest first; settled runs are dropped in time.',
        ...listMap('id'),
      })
      .optional(),
    billing: billing.optional(),
  })
  .describe(
    'The observed state, written by the operator and by billing, each in fields of its own; nobody else can write it. Conditions: Funded (by billing), Scheduled, Provisioned, Running, Reachable, Ready, Stalled, GPUMeasured (with schedule.idle).',
  );
