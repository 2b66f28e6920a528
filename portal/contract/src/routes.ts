/** Every operation of the API; each is defined once, in the file of its subject under `operations/`. */
import type * as z from 'zod';
import type { OperationId } from './endpoints.ts';
import { accountOperations } from './operations/account.ts';
import { alarmOperations } from './operations/alarms.ts';
import { billingOperations } from './operations/billing.ts';
import { catalogueLists, clusterNodeOperations, editingOperations } from './operations/catalogue.ts';
import { consoleOperations } from './operations/consoles.ts';
import { gpuReportOperations } from './operations/gpu-reports.ts';
import { jobOperations } from './operations/jobs.ts';
import { noticeOperations, stockOperations } from './operations/notices.ts';
import type { Operation } from './operations/operation.ts';
import {
  approvalOperations,
  decisionOperations,
  moneyOperations,
  rechargeOperations,
} from './operations/payments.ts';
import { portalOperations } from './operations/portal.ts';
import { quotaOperations } from './operations/quotas.ts';
import { secondFactorOperations } from './operations/second-factor.ts';
import { signInOperations } from './operations/sign-in.ts';
import { singleSignOnOperations } from './operations/single-sign-on.ts';
import { userOperations } from './operations/users.ts';
import { operatedWorkloadOperations, workloadOperations } from './operations/workloads.ts';

export type Route = Operation & { readonly operationId: OperationId };

const operations = {
  ...portalOperations,
  ...catalogueLists,
  ...signInOperations,
  ...singleSignOnOperations,
  ...accountOperations,
  ...secondFactorOperations,
  ...noticeOperations,
  ...stockOperations,
  ...workloadOperations,
  ...consoleOperations,
  ...quotaOperations,
  ...gpuReportOperations,
  ...jobOperations,
  ...alarmOperations,
  ...billingOperations,
  ...rechargeOperations,
  ...moneyOperations,
  ...approvalOperations,
  ...decisionOperations,
  ...userOperations,
  ...editingOperations,
  ...clusterNodeOperations,
  ...operatedWorkloadOperations,
};

type Operations = typeof operations;

export type Routes = {
  readonly [Id in keyof Operations]: Operations[Id] & { readonly operationId: Id };
};

function withIds(): Routes {
  const entries = Object.entries(operations).map(([operationId, operation]) => [
    operationId,
    { operationId, ...operation },
  ]);
  return Object.fromEntries(entries) as Routes;
}

export const routes = withIds();

/** Names of the server-side limits that operations count against. */
export type OperationLimit = Extract<Operations[OperationId], { limit: string }>['limit'];

type Infer<T, Field extends string> =
  T extends Readonly<Record<Field, z.ZodType>> ? z.output<T[Field]> : undefined;
type InferInput<T, Field extends string> =
  T extends Readonly<Record<Field, z.ZodType>> ? z.input<T[Field]> : undefined;

/** Parsed input of a handler. */
export type Params<Id extends OperationId> = Infer<Operations[Id], 'params'>;
export type Query<Id extends OperationId> = Infer<Operations[Id], 'query'>;
export type Body<Id extends OperationId> = Infer<Operations[Id], 'body'>;
/** Input sent by a client: fields with a default are optional. */
export type QueryInput<Id extends OperationId> = InferInput<Operations[Id], 'query'>;
export type BodyInput<Id extends OperationId> = InferInput<Operations[Id], 'body'>;
/** Response, as sent by the handler and received by the client. */
export type Answer<Id extends OperationId> = z.output<Operations[Id]['response']>;
