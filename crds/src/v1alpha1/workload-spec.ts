import * as z from 'zod';
import { MAX_SKU_QUANTITY } from '../names.ts';
import { rules, uniqueList, type ValidationRule } from '../schema/extensions.ts';
import * as fields from '../schema/fields.ts';
import { idle, weekly } from './schedule.ts';

const pricing = z
  .object({
    policy: fields.objectName("Name of one of the SKU's PricingPolicies. Immutable."),
    quantity: z
      .int32()
      .min(1)
      .max(120)
      .describe(
        'Reserved: length of the term in units of the policy. Defaults to 1. The whole term is charged when ordered. Omit with OnDemand and Spot, which accept only 1. Immutable.',
      )
      .optional(),
  })
  .describe('Payment terms. Immutable.');

const reservation = z
  .object({
    startTime: fields.timestamp(
      'When the reserved term begins, at most 30 days ahead. Past times are rejected. Immutable.',
    ),
  })
  .describe('Reserved: start in the future. By default, the term begins immediately. Immutable.');

const placement = z
  .object({
    nodeName: fields
      .objectName(
        'ComputeNode that it must run on. A machine running on another one is stopped and started on this one once there is room; memory contents are lost. A machine whose disk is on its node cannot move.',
      )
      .optional(),
    address: fields
      .ipAddress(
        "IP address of the machine, one of the region's. Takes effect immediately. Omit if a load balancer gives every machine its own.",
      )
      .optional(),
    sshPort: fields
      .portNumber(
        'Public port for SSH or, with Windows, Remote Desktop. Takes effect immediately; a running machine can no longer be reached at its previous port.',
      )
      .optional(),
    startTime: fields
      .timestamp(
        'OnDemand and Spot: start time; capacity is reserved until then. If unset or past, the machine starts as soon as possible. A Reserved term uses reservation.startTime instead.',
      )
      .optional(),
  })
  .describe('Place and time chosen by an administrator. The operator decides the rest.');

const ssh = z
  .object({
    authorizedKeys: z
      .array(
        z
          .string()
          .max(2000)
          .regex(
            /^(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(256|384|521)|sk-ssh-ed25519@openssh\.com|sk-ecdsa-sha2-nistp256@openssh\.com) [A-Za-z0-9+/]{40,}={0,3}( [^\r\n]*)?$/,
            'must be one line of an OpenSSH .pub file, the type of the key and the key, for example ssh-ed25519 AAAAC3Nz… me@laptop',
          )
          .describe('Public key, as in an OpenSSH .pub file.'),
      )
      .max(16)
      .meta({
        description: 'Public keys that can sign in.',
        ...uniqueList('each key can be given only once; remove the duplicate'),
      }),
  })
  .describe(
    'SSH access. Linux: keys are written at each start or, with userDataSecret, only at the first one.',
  );

const port = z
  .object({
    name: z
      .string()
      .max(15)
      .regex(
        /^[a-z]([-a-z0-9]*[a-z0-9])?$/,
        'must be lowercase letters, digits and hyphens, start with a letter and not end with a hyphen',
      )
      .meta({
        description: 'Purpose of the port, for example jupyter.',
        ...rules({
          rule: `!(self in ['ssh', 'rdp', 'http-host'])`,
          message: "ssh, rdp and http-host are the machine's own ports; give this one another name",
        }),
      })
      .optional(),
    protocol: z.enum(['TCP', 'UDP']).describe('Transport protocol.'),
    port: fields.portNumber('Port to connect to. The region may map it to another, see status.endpoints.'),
    targetPort: fields.portNumber('Port that the program in the machine listens on.'),
  })
  .describe('Port of the machine reachable from outside.');

const ports = z
  .array(port)
  .max(16)
  .meta({
    description: 'Ports reachable from outside besides SSH; each protocol and port once.',
    'x-kubernetes-list-type': 'atomic',
    ...rules(
      {
        rule: 'self.all(p, !has(p.name) || self.exists_one(q, has(q.name) && q.name == p.name))',
        message: 'the names of ports must differ; give one of them another name',
      },
      {
        rule: 'self.all(p, self.exists_one(q, q.protocol == p.protocol && q.port == p.port))',
        message: 'each protocol and port can be opened only once; give one of them another port',
      },
    ),
  });

const http = z
  .object({
    host: fields.hostName("Host name under the region's HTTP domain."),
    targetPort: fields.portNumber('Port that the web server in the machine listens on.'),
  })
  .describe('Web server in the machine, served under a host name of the region.');

const schedule = z
  .object({
    stopAt: fields
      .timestamp(
        'Stops the machine once, at this time. Has no effect if before the last requested start or before the schedule was set.',
      )
      .optional(),
    stopAfterHours: z
      .int32()
      .min(1)
      .max(720)
      .describe(
        'Stops the machine after this many hours of running since the last requested start or restart, or since this was set on a running machine. Each start resets the count.',
      )
      .optional(),
    weekly: weekly
      .describe(
        'Runs the machine in the hours of these days and stops it at their end. A machine stopped by its schedule starts when the hours begin, at the price at that time and if the balance covers it; it waits for capacity until the hours end. One stopped otherwise stays off. One started outside its hours runs until the end of the next ones.',
      )
      .optional(),
    idle: idle
      .describe(
        'Stops the machine once its GPUs have been idle for some time, as measured by the DCGM exporter of its image; see the condition GPUMeasured. While unmeasured, it is not idle. For machines with GPUs.',
      )
      .optional(),
    postponedUntil: fields
      .timestamp(
        'Postpones the next stop: the schedule does not stop the machine before this time. Set by the "one more hour" button of the portal.',
      )
      .optional(),
  })
  .meta({
    description:
      'When the machine stops automatically, see status.schedule. Its disk is kept, and it stays off until a start is requested or its weekly hours begin, regardless of resume. A Reserved term is paid in full, so a stop saves nothing.',
    ...rules({
      rule: '[has(self.stopAt), has(self.stopAfterHours), has(self.weekly), has(self.idle)].exists_one(chosen, chosen)',
      message:
        'give one of stopAt, stopAfterHours, weekly and idle; leave out schedule where the machine is not to be stopped',
    }),
  });

const freeze = z
  .object({ reason: fields.text(256, 'Reason, shown to the customer.') })
  .describe('Administrative lock. While set, the machine is stopped and does not start.');

/** The terms of the order, which cannot be set, changed or removed after creation. */
const immutableTerms: ValidationRule[] = [
  ...['type', 'sku', 'skuQuantity', 'image', 'region'].map((field) => immutable(field)),
  immutable(
    'pricing',
    'self.pricing.policy == oldSelf.pricing.policy && has(self.pricing.quantity) == has(oldSelf.pricing.quantity) && (!has(self.pricing.quantity) || self.pricing.quantity == oldSelf.pricing.quantity)',
  ),
  immutable(
    'reservation',
    'has(self.reservation) == has(oldSelf.reservation) && (!has(self.reservation) || self.reservation.startTime == oldSelf.reservation.startTime)',
  ),
  immutable(
    'whenSoldOut',
    'has(self.whenSoldOut) == has(oldSelf.whenSoldOut) && (!has(self.whenSoldOut) || self.whenSoldOut == oldSelf.whenSoldOut)',
  ),
];

function immutable(field: string, rule = `self.${field} == oldSelf.${field}`): ValidationRule {
  return {
    rule,
    message: `${field} is part of the order and cannot be changed; create another workload`,
    fieldPath: `.${field}`,
  };
}

const oneStartTime: ValidationRule = {
  rule: '!has(self.reservation) || !has(self.placement) || !has(self.placement.startTime)',
  message: 'a reserved term starts at reservation.startTime; leave out placement.startTime',
  fieldPath: '.placement',
};

const reservedNeedsTerm: ValidationRule = {
  rule: '!has(self.reservation) || has(self.pricing.quantity)',
  message: 'reservation is for Reserved pricing and needs pricing.quantity, the units of the term',
  fieldPath: '.pricing',
};

const stopsAfterStart: ValidationRule = {
  rule: '!has(self.reservation) || !has(self.schedule) || !has(self.schedule.stopAt) || self.schedule.stopAt > self.reservation.startTime',
  message: 'stopAt must be later than the start of the reserved term, reservation.startTime',
  fieldPath: '.schedule',
};

export const workloadSpecSchema = z
  .object({
    type: z.enum(['VirtualMachine']).describe('Type of the workload. Immutable.'),
    sku: fields.objectName('Name of the SKU. Immutable.'),
    skuQuantity: z
      .int32()
      .min(1)
      .max(MAX_SKU_QUANTITY)
      .default(1)
      .describe("Multiplies the machine's CPU, memory, disk, GPUs and price. Immutable."),
    image: fields.objectName('Name of the VMImage. Immutable.'),
    rootDiskSize: fields.size(
      'Size of the root disk. Can only grow, up to status.resources.disk; see status.rootDiskSize.',
      {
        rule: `${fields.isNoQuantity('self')} || quantity(self).compareTo(quantity(oldSelf)) >= 0`,
        message: 'can only grow; the disk of a machine cannot be made smaller',
      },
    ),
    region: fields.objectName('Name of the Region. Immutable.'),
    pricing,
    reservation: reservation.optional(),
    powerState: z
      .enum(['Running', 'Stopped'])
      .default('Running')
      .describe('Whether the machine should run. A stopped machine keeps its disk.'),
    restartedAt: fields
      .timestamp(
        'Set to the current time to request a restart, or a start after an unrequested stop. Each value takes effect once.',
      )
      .optional(),
    moveRequestedAt: fields
      .timestamp(
        "Set to the current time to move the running machine before its node's planned maintenance, see status.plannedMaintenance. It is stopped and started on a node that the operator chooses, once capacity is reserved there; memory contents are lost. The request expires after five minutes or when the maintenance is canceled or rescheduled. Has no effect if placement.nodeName is set.",
      )
      .optional(),
    resume: z
      .enum(['Manual', 'Automatic'])
      .default('Manual')
      .describe(
        'After a stop for funds, maintenance or spot: Automatic restarts the machine when the cause is gone. Manual waits for a request or for the end of planned maintenance that restarts its machines.',
      ),
    onNodeLoss: z
      .enum(['Wait', 'MoveIfPossible'])
      .describe(
        "Action after the machine's node has not answered for ten minutes. Wait (default) keeps the machine Failed until a start is requested. MoveIfPossible starts it on another node from its disk, once nothing of it can run on the lost one. A machine whose disk is on the node always waits.",
      )
      .optional(),
    whenSoldOut: z
      .enum(['Wait', 'Refuse'])
      .describe(
        'Handling of a new order if no capacity is free. Wait (default) keeps it Pending until its turn comes. Refuse ends it immediately and refunds it. A machine that was placed before always waits for its next place. Immutable.',
      )
      .optional(),
    schedule: schedule.optional(),
    placement: placement.optional(),
    ssh: ssh.optional(),
    ports: ports.optional(),
    http: http.optional(),
    userDataSecret: fields
      .longObjectName(
        'Linux: name of a Secret in the same namespace whose key userdata holds cloud-init user data, read at first boot.',
      )
      .optional(),
    interruption: z
      .enum(['Stop', 'Destroy'])
      .describe('Spot: action when the capacity is needed. Defaults to Stop.')
      .optional(),
    freeze: freeze.optional(),
  })
  .meta({
    description: 'Desired state. The terms of the order are immutable.',
    ...rules(...immutableTerms, reservedNeedsTerm, oneStartTime, stopsAfterStart),
  });
