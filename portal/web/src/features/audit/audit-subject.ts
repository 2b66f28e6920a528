/** The page of the object of an audit entry. Pure. */
import type { AuditEntry } from '@gpulease/contract/audit';
import type { AuditAction } from '@gpulease/contract/enums';

const ofUsers: readonly AuditAction[] = [
  'CHANGE_USER',
  'SET_USER_STATUS',
  'CREATE_ADMIN',
  'REVOKE_SESSIONS',
  'REVOKE_API_TOKENS',
  'SET_QUOTAS',
  'ADJUST_BALANCE',
  'ASK_APPROVAL',
  'DECIDE_APPROVAL',
];

const ofCatalogue: readonly AuditAction[] = [
  'CREATE_RESOURCE',
  'CHANGE_RESOURCE',
  'SET_RESOURCE_STATUS',
  'PLAN_MAINTENANCE',
  'CANCEL_MAINTENANCE',
  'QUARANTINE_GPUS',
  'REPAIR_GPUS',
  'CHECK_GPUS',
];

/** Undefined for objects without a page, such as payments and deleted objects. */
export function subjectPath({ action, subject }: Pick<AuditEntry, 'action' | 'subject'>): string | undefined {
  if (!subject) return undefined;
  if (ofUsers.includes(action)) return `/admin/users/edit/${encodeURIComponent(subject)}`;
  if (action === 'REVOKE_INVITE_CODE') return `/admin/invite-code?search=${encodeURIComponent(subject)}`;
  const [owner = '', name] = subject.split('/');
  if (name === undefined || action === 'DELETE_RESOURCE') return undefined;
  // The entry has the namespace, not the user.
  if (action === 'RECOVER') return `/admin/workloads?search=${encodeURIComponent(name)}`;
  if (!ofCatalogue.includes(action))
    return `/admin/workloads/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
  // The path of a node contains its region, which the entry lacks.
  return `/admin/${owner}${owner === 'nodes' ? '?search=' : '/'}${encodeURIComponent(name)}`;
}
