import { phaseOf } from '@gpulease/crds';
import { ApiError, isInvalid } from '@gpulease/kube';
import { buildIngress } from '../../kubevirt/ingress.ts';
import { buildNetworkPolicy } from '../../kubevirt/network-policy.ts';
import { buildService, buildWebService } from '../../kubevirt/service.ts';
import { portRefused } from '../status/causes.ts';
import type { WorkloadContext } from '../context.ts';
import { exposureOf, refusedHost } from '../network/exposure.ts';
import { identityOf } from '../machine/machine.ts';
import type { Attempt } from '../decide/observe.ts';
import type { Scope } from '../scope.ts';

/** Makes what a machine is reached by, as soon as it has a place. Notes in the attempt when its port cannot be had. */
export async function expose(scope: Scope, context: WorkloadContext, attempt: Attempt): Promise<void> {
  if (!isExposed(scope, attempt)) return;
  const { children } = context;
  const wanted = buildNetworkPolicy(identityOf(scope), exposureOf(scope));
  const [networkPolicy] = await Promise.all([
    children.networkPolicies.ensure(scope.networkPolicy, wanted),
    exposeService(scope, context, attempt),
    exposeHost(scope, context),
  ]);
  scope.networkPolicy = networkPolicy;
}

function isExposed({ workload }: Scope, { answer }: Attempt): boolean {
  if (workload.metadata.deletionTimestamp !== undefined) return false;
  if (answer !== undefined) return 'node' in answer;
  return ['Scheduled', 'Starting', 'Running'].includes(phaseOf(workload));
}

async function exposeService(scope: Scope, { children }: WorkloadContext, attempt: Attempt): Promise<void> {
  try {
    const wanted = buildService(identityOf(scope), exposureOf(scope));
    scope.service = await children.services.ensure(scope.service, wanted);
  } catch (error) {
    const port = scope.workload.spec.placement?.sshPort;
    if (!(error instanceof ApiError) || !isInvalid(error) || port === undefined) throw error;
    attempt.slotLost = portRefused(port, error.message);
  }
}

async function exposeHost(scope: Scope, { children }: WorkloadContext): Promise<void> {
  const { workload, region, ingress, webService } = scope;
  const { http } = workload.spec;
  if (http === undefined || refusedHost(scope) !== undefined) {
    await children.ingresses.remove(ingress);
    await children.services.remove(webService);
    scope.ingress = undefined;
    return;
  }
  const host = { host: http.host, ingressClassName: region?.spec.http?.ingressClassName };
  await children.services.ensure(webService, buildWebService(identityOf(scope), http.targetPort));
  scope.ingress = await children.ingresses.ensure(ingress, buildIngress(identityOf(scope), host));
}
