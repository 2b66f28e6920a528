/** Which operations are written to the audit, and as what. Those of identity write their own entries. */
import type { OperationId } from '@gpulease/contract/endpoints';
import type { AuditAction } from '../identity/audit.ts';

const auditedOperations: Partial<Record<OperationId, AuditAction>> = {
  createWorkload: 'CREATE_WORKLOAD',
  updateWorkload: 'CHANGE_WORKLOAD',
  startWorkload: 'START_WORKLOAD',
  stopWorkload: 'STOP_WORKLOAD',
  restartWorkload: 'RESTART_WORKLOAD',
  destroyWorkload: 'DESTROY_WORKLOAD',
  startAnyWorkload: 'START_WORKLOAD',
  stopAnyWorkload: 'STOP_WORKLOAD',
  restartAnyWorkload: 'RESTART_WORKLOAD',
  destroyAnyWorkload: 'DESTROY_WORKLOAD',
  scheduleWorkload: 'SCHEDULE_WORKLOAD',
  createConsoleTicket: 'OPEN_CONSOLE',
  createAnyConsoleTicket: 'OPEN_CONSOLE',
  createRecharge: 'RECHARGE',
  closeRecharge: 'CLOSE_RECHARGE',
};

/** As what an operation is audited; undefined when it is not. */
export function auditActionOf(operation: OperationId): AuditAction | undefined {
  return auditedOperations[operation];
}

interface Named {
  readonly user?: string;
  readonly name?: string;
  readonly id?: string;
}

/** What an operation acted on: `owner/workload`, or the id of a recharge, from its path or else from its answer. */
export function auditSubject(params: unknown, answer: unknown, caller: string): string {
  const { user, name, id } = { ...(answer as Named | undefined), ...(params as Named | undefined) };
  return name === undefined ? (id ?? '') : `${user ?? caller}/${name}`;
}
