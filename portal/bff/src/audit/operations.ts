/** Audit entries of operations. Identity operations write their own entries. */
import type { Approval, ApprovalAsked } from '@gpulease/contract/approvals';
import type { AuditAction } from '@gpulease/contract/enums';
import type { CustomerGpuReport } from '@gpulease/contract/gpu-reports';
import type { Route } from '@gpulease/contract/routes';
import { changesOf } from './changes.ts';

/** Returns the audit action of an operation and its answer; undefined if it is not audited here. */
export function auditActionOf({ audit }: Route, answer?: unknown): AuditAction | undefined {
  if (approvalIn(answer)) return 'ASK_APPROVAL';
  return audit === 'byHandler' || audit === 'never' ? undefined : audit;
}

const catalogueActions: readonly unknown[] = [
  'CREATE_RESOURCE',
  'CHANGE_RESOURCE',
  'SET_RESOURCE_STATUS',
  'DELETE_RESOURCE',
  'PLAN_MAINTENANCE',
  'CANCEL_MAINTENANCE',
  'QUARANTINE_GPUS',
  'REPAIR_GPUS',
  'CHECK_GPUS',
];

const isOfCatalogue = ({ audit }: Route) => catalogueActions.includes(audit);

/** A request and its result. */
interface Effect {
  readonly body: unknown;
  /** The catalogue object before the change, in the shape of the answer; undefined if none. */
  readonly before?: object | undefined;
  readonly answer?: unknown;
}

/**
 * Returns the details of an entry: for an operator's action on a customer's money, machine or quotas, the request with
 * its reason; for catalogue objects, the new object or the changes; for scripts, the name of the API token.
 */
export function auditDetails(route: Route, effect: Effect, apiToken?: string): object | undefined {
  if (apiToken !== undefined) return { apiToken };
  const approval = approvalIn(effect.answer) ?? decidedIn(route, effect.answer);
  if (approval) return { ...(effect.body as object), ...approvalDetails(approval) };
  if (isOfCatalogue(route)) return catalogueDetails(effect);
  if (route.audit === 'ANSWER_GPU_REPORT') return answerDetails(effect);
  return route.console === 'admin' ? (effect.body as object) : undefined;
}

/** Returns the approval request that was created instead of the requested action, if any. */
function approvalIn(answer: unknown): Approval | undefined {
  return (answer as Partial<ApprovalAsked> | undefined)?.approval;
}

function decidedIn({ audit }: Route, answer: unknown): Approval | undefined {
  return audit === 'DECIDE_APPROVAL' ? (answer as Approval | undefined) : undefined;
}

/** Returns requester, action and reason of the request; after a decision, the entry's actor is the deciding operator. */
function approvalDetails({ id, kind, amount, recharge, askedBy, reason }: Approval): object {
  return { approval: id, kind, amount, recharge, askedBy, askedFor: reason };
}

interface CatalogueBody {
  /** Repeats the subject. */
  readonly name?: string;
  readonly maintenance?: object | null;
}

/** Returns a new catalogue object, or the changes of an existing one. Moves a maintenance's reason to the top level, like all reasons. */
function catalogueDetails({ body, before, answer }: Effect): object {
  const { name: _name, maintenance, ...fields } = (body ?? {}) as CatalogueBody;
  if (!before) return { ...fields, ...maintenance };
  return { changes: changesOf(before, answer as object, Object.keys(fields)), ...maintenance };
}

/** Returns the answer to a report and the customer's credit. A second answer credits nothing. */
function answerDetails({ body, answer }: Effect): object {
  const { credit: _, ...answered } = body as { readonly credit?: boolean };
  const { credit = null, creditedAt, answeredAt } = (answer ?? {}) as Partial<CustomerGpuReport>;
  const isEarlier = creditedAt != null && answeredAt != null && creditedAt < answeredAt;
  return { ...answered, ...(credit !== null && !isEarlier && { amount: credit }) };
}

interface Named {
  readonly username?: string;
  readonly user?: string;
  readonly name?: string;
  readonly id?: string;
}

/** Returns the subject from path or answer: `owner/workload`, `skus/name`, a user, or the id of a recharge or refund. */
export function auditSubject(
  route: Route,
  { params, answer, caller }: { readonly params: unknown; readonly answer: unknown; readonly caller: string },
): string {
  const approval = approvalIn(answer) ?? decidedIn(route, answer);
  if (approval) return approval.user;
  const { username, user, name, id } = {
    ...(answer as Named | undefined),
    ...(params as Named | undefined),
  };
  if (name === undefined) return username ?? id ?? '';
  const area = isOfCatalogue(route) ? route.path.split('/')[2] : user;
  return `${area ?? caller}/${name}`;
}
