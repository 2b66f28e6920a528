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
        'Reserved: the length of the term in units of the policy; 1 by default. The whole term is charged when it is ordered. Leave it out with OnDemand and Spot, which accept only 1. Immutable.',
      )
      .optional(),
  })
  .describe('How it is paid. Immutable.');

const reservation = z
  .object({
    startTime: fields.timestamp(
      'When the reserved term begins, at most 30 days ahead; a time that has passed is refused. Immutable.',
    ),
  })
  .describe('Reserved: a start in the future. By default the term begins at once. Immutable.');

const placement = z
  .object({
    nodeName: fields
      .objectName(
        'The ComputeNode that it must run on. A machine that runs on another one is stopped and started there, as soon as there is room for it; what is in memory is lost. One whose disk is on its node cannot move.',
      )
      .optional(),
    address: fields
      .ipAddress(
        "The IP address that it must get, one of the region's; takes effect at once. Leave it out where a load balancer gives every machine its own.",
      )
      .optional(),
    sshPort: fields
      .portNumber(
        'The public port for SSH or, with Windows, for Remote Desktop; takes effect at once, and a running machine can no longer be reached at its previous port.',
      )
      .optional(),
    startTime: fields
      .timestamp(
        'OnDemand and Spot: when it starts; its capacity is reserved until then. By default, or if the time has passed, it starts as soon as possible. A Reserved term has its own, reservation.startTime.',
      )
      .optional(),
  })
  .describe("An administrator's choice of place and time. The operator decides whatever is left out.");

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
          .describe('One public key, as in an OpenSSH .pub file.'),
      )
      .max(16)
      .meta({
        description: 'The public keys that can sign in.',
        ...uniqueList('each key can be given only once; remove the duplicate'),
      }),
  })
  .describe(
    'Who can sign in by SSH. Linux: the keys are written at each start, or with userDataSecret only at the first one.',
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
        description: 'What the port is for, for example jupyter.',
        ...rules({
          rule: `!(self in ['ssh', 'rdp', 'http-host'])`,
          message: "ssh, rdp and http-host are the machine's own ports; give this one another name",
        }),
      })
      .optional(),
    protocol: z.enum(['TCP', 'UDP']).describe('The transport protocol.'),
    port: fields.portNumber(
      'The port to connect to; the region may map it to another, see status.endpoints.',
    ),
    targetPort: fields.portNumber('The port that the program in the machine listens on.'),
  })
  .describe('One port of the machine that can be reached from outside.');

const ports = z
  .array(port)
  .max(16)
  .meta({
    description: 'The ports that can be reached from outside besides SSH; each protocol and port once.',
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
    host: fields.hostName("The host name, under the region's HTTP domain."),
    targetPort: fields.portNumber('The port that the web server in the machine listens on.'),
  })
  .describe('A web server in the machine, served under a host name of the region.');

const schedule = z
  .object({
    stopAt: fields
      .timestamp(
        'Stop once, at this time. A time before the last requested start, or before the schedule was set, has no effect.',
      )
      .optional(),
    stopAfterHours: z
      .int32()
      .min(1)
      .max(720)
      .describe(
        'Stop after so many hours of running since the start or restart that was last requested, or since this was set on a running machine. Each start counts anew.',
      )
      .optional(),
    weekly: weekly
      .describe(
        'Run in the hours of these days, and stop at their end. The beginning of the hours starts a machine that its schedule has stopped, at the price of that time, if the balance pays for it; it waits for capacity until the hours end. One that was stopped otherwise stays off. One that is started outside of its hours runs until the end of the next ones.',
      )
      .optional(),
    idle: idle
      .describe(
        'Stop once its GPUs have been idle for some time, as measured in the machine by the DCGM exporter of its image; see the condition GPUMeasured. While nothing is measured it is not idle. For machines with GPUs.',
      )
      .optional(),
    postponedUntil: fields
      .timestamp(
        'Puts the next stop off: the schedule does not stop the machine before this time. The button "one more hour" of the portal sets it.',
      )
      .optional(),
  })
  .meta({
    description:
      'When the machine is stopped by itself, see status.schedule. Its disk is kept, and it stays off until a start is requested or its weekly hours begin, whatever resume says. A Reserved term is paid as a whole, so a stop saves nothing.',
    ...rules({
      rule: '[has(self.stopAt), has(self.stopAfterHours), has(self.weekly), has(self.idle)].exists_one(chosen, chosen)',
      message:
        'give one of stopAt, stopAfterHours, weekly and idle; leave out schedule where the machine is not to be stopped',
    }),
  });

const freeze = z
  .object({ reason: fields.text(256, 'Why; the customer reads it.') })
  .describe("An administrator's lock: while it is set, the machine is stopped and does not start.");

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
    type: z.enum(['VirtualMachine']).describe('What is run. Immutable.'),
    sku: fields.objectName('Name of the SKU. Immutable.'),
    skuQuantity: z
      .int32()
      .min(1)
      .max(MAX_SKU_QUANTITY)
      .default(1)
      .describe('Multiplies the CPU, memory, disk and GPUs of the machine, and its price. Immutable.'),
    image: fields.objectName('Name of the VMImage. Immutable.'),
    rootDiskSize: fields.size(
      'Size of the root disk; it can only grow, up to status.resources.disk, see status.rootDiskSize.',
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
        'Set it to the current time to request a restart, or a start after a stop that nobody requested. Each value takes effect once.',
      )
      .optional(),
    moveRequestedAt: fields
      .timestamp(
        'Set it to the current time to have the running machine moved before the planned maintenance of its node, see status.plannedMaintenance. It is stopped and started on a node that the operator chooses, once room is kept for it there; what is in memory is lost. The request lapses after five minutes and when that maintenance is canceled or planned anew. Has no effect where placement.nodeName is set.',
      )
      .optional(),
    resume: z
      .enum(['Manual', 'Automatic'])
      .default('Manual')
      .describe(
        'After a stop for funds, maintenance or spot: Automatic starts the machine again when the cause is gone, Manual waits until you request it or planned maintenance that starts its machines is over.',
      ),
    onNodeLoss: z
      .enum(['Wait', 'MoveIfPossible'])
      .describe(
        'What happens after the node under the machine has not answered for ten minutes: Wait keeps the machine Failed until a start is requested; MoveIfPossible starts it on another node by itself, from its disk, once nothing of it can run on the lost one. A machine whose disk is on the node waits either way. Without it the machine waits.',
      )
      .optional(),
    whenSoldOut: z
      .enum(['Wait', 'Refuse'])
      .describe(
        'What becomes of a new order for which no capacity is free: Wait keeps it Pending until its turn comes, Refuse ends it at once and returns what was paid. Without it the order waits. A machine that has had a place waits for its next one either way. Immutable.',
      )
      .optional(),
    schedule: schedule.optional(),
    placement: placement.optional(),
    ssh: ssh.optional(),
    ports: ports.optional(),
    http: http.optional(),
    userDataSecret: fields
      .longObjectName(
        'Linux: name of a Secret in the same namespace whose key userdata holds cloud-init user data, read at the first boot.',
      )
      .optional(),
    interruption: z
      .enum(['Stop', 'Destroy'])
      .describe('Spot: what happens when the capacity is needed; Stop by default.')
      .optional(),
    freeze: freeze.optional(),
  })
  .meta({
    description: 'The desired state. The terms of the order cannot be changed afterwards.',
    ...rules(...immutableTerms, reservedNeedsTerm, oneStartTime, stopsAfterStart),
  });
