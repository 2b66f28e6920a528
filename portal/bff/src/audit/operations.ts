/** Which operations are written to the audit, and as what. Those of identity write their own entries. */
import { endpoints, type Endpoint, type OperationId } from '@gpulease/contract/endpoints';
import type { Approval, ApprovalAsked } from '@gpulease/contract/admin';
import type { AuditAction } from '@gpulease/contract/enums';
import { changesOf } from './changes.ts';

const auditedOperations: Partial<Record<OperationId, AuditAction>> = {
  createWorkload: 'CREATE_WORKLOAD',
  updateWorkload: 'CHANGE_WORKLOAD',
  startWorkload: 'START_WORKLOAD',
  stopWorkload: 'STOP_WORKLOAD',
  restartWorkload: 'RESTART_WORKLOAD',
  destroyWorkload: 'DESTROY_WORKLOAD',
  createAnyWorkload: 'CREATE_WORKLOAD',
  startAnyWorkload: 'START_WORKLOAD',
  stopAnyWorkload: 'STOP_WORKLOAD',
  restartAnyWorkload: 'RESTART_WORKLOAD',
  destroyAnyWorkload: 'DESTROY_WORKLOAD',
  scheduleWorkload: 'SCHEDULE_WORKLOAD',
  createConsoleTicket: 'OPEN_CONSOLE',
  createAnyConsoleTicket: 'OPEN_CONSOLE',
  createRecharge: 'RECHARGE',
  closeRecharge: 'CLOSE_RECHARGE',
  updateUserQuotas: 'SET_QUOTAS',
  createAdjustment: 'ADJUST_BALANCE',
  createRefund: 'REFUND',
  decideRecharge: 'DECIDE_RECHARGE',
  decideRefund: 'DECIDE_REFUND',
  writeOffReceivable: 'WRITE_OFF_RECEIVABLE',
  decideApproval: 'DECIDE_APPROVAL',
};

/** As what an operation is audited, by what was answered; undefined when it is not. */
export function auditActionOf(operation: OperationId, answer?: unknown): AuditAction | undefined {
  if (askedIn(answer)) return 'ASK_APPROVAL';
  return auditedOperations[operation] ?? catalogueActionOf(endpoints[operation]);
}

const catalogueAreas = ['regions', 'nodes', 'gpus', 'skus', 'vm-images', 'pricing-policies'];
const catalogueActions: Partial<Record<Endpoint['method'], AuditAction>> = {
  POST: 'CREATE_RESOURCE',
  PUT: 'CHANGE_RESOURCE',
  DELETE: 'DELETE_RESOURCE',
};

function catalogueActionOf({ method, path }: Endpoint): AuditAction | undefined {
  if (catalogueAreaOf(path) === undefined) return undefined;
  return path.endsWith('/status') ? 'SET_RESOURCE_STATUS' : catalogueActions[method];
}

/** `skus` for what operators do with the kinds of the catalogue. */
function catalogueAreaOf(path: string): string | undefined {
  const [, console, area = ''] = path.split('/');
  return console === 'admin' && catalogueAreas.includes(area) ? area : undefined;
}

/** Operations whose body says what an operator did, and mostly why. */
const explained: ReadonlySet<OperationId> = new Set<OperationId>([
  'updateUserQuotas',
  'createAdjustment',
  'createRefund',
  'decideRecharge',
  'decideRefund',
  'writeOffReceivable',
  'decideApproval',
  'createAnyWorkload',
  'startAnyWorkload',
  'stopAnyWorkload',
  'restartAnyWorkload',
  'destroyAnyWorkload',
  'scheduleWorkload',
  'createAnyConsoleTicket',
]);

/** What was asked for, and what became of it. */
interface Effect {
  readonly body: unknown;
  /** The object of the catalogue that was changed, in the shape of the answer; undefined where none was. */
  readonly before?: object | undefined;
  readonly answer?: unknown;
}

/**
 * What is written down beside action and subject: where an operator acts on somebody's money, machine or quotas, what was asked
 * for, and why; what a new object of the catalogue is, and what was changed of one; where a script acts, by the name of its API
 * token.
 */
export function auditDetails(operation: OperationId, effect: Effect, apiToken?: string): object | undefined {
  if (apiToken !== undefined) return { apiToken };
  const approval = askedIn(effect.answer) ?? decidedIn(operation, effect.answer);
  if (approval) return { ...(effect.body as object), ...approvalDetails(approval) };
  if (explained.has(operation)) return effect.body as object;
  return catalogueActionOf(endpoints[operation]) && catalogueDetails(effect);
}

/** The request for a second operator that was made in place of what was asked for, if any. */
function askedIn(answer: unknown): Approval | undefined {
  return (answer as Partial<ApprovalAsked> | undefined)?.approval;
}

function decidedIn(operation: OperationId, answer: unknown): Approval | undefined {
  return operation === 'decideApproval' ? (answer as Approval | undefined) : undefined;
}

/** Who asked for what, and why: whoever decides is the actor. */
function approvalDetails({ id, kind, amount, recharge, askedBy, reason }: Approval): object {
  return { approval: id, kind, amount, recharge, askedBy, askedFor: reason };
}

interface CatalogueBody {
  /** Repeats the subject. */
  readonly name?: string;
  readonly maintenance?: object | null;
}

/** What an object of the catalogue was made to be, or what was changed of it. The reason of a maintenance is where all reasons are. */
function catalogueDetails({ body, before, answer }: Effect): object {
  const { name: _name, maintenance, ...fields } = (body ?? {}) as CatalogueBody;
  if (!before) return { ...fields, ...maintenance };
  return { changes: changesOf(before, answer as object, Object.keys(fields)), ...maintenance };
}

interface Named {
  readonly username?: string;
  readonly user?: string;
  readonly name?: string;
  readonly id?: string;
}

interface Acted {
  readonly params: unknown;
  readonly answer: unknown;
  readonly caller: string;
}

/** What an operation acted on: `owner/workload`, `skus/name`, a user, or the id of a recharge or refund, from its path or else from its answer. */
export function auditSubject(operation: OperationId, { params, answer, caller }: Acted): string {
  const approval = askedIn(answer) ?? decidedIn(operation, answer);
  if (approval) return approval.user;
  const { username, user, name, id } = {
    ...(answer as Named | undefined),
    ...(params as Named | undefined),
  };
  if (name === undefined) return username ?? id ?? '';
  return `${catalogueAreaOf(endpoints[operation].path) ?? user ?? caller}/${name}`;
}
