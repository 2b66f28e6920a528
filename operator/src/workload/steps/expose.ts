import { phaseOf } from '@gpulease/crds';
import { isInvalid, retry } from '@gpulease/kube';
import { buildIngress } from '../../kubevirt/ingress.ts';
import { buildNetworkPolicy, needsNetworkPolicy } from '../../kubevirt/network-policy.ts';
import { buildService, buildWebService, type Exposure } from '../../kubevirt/service.ts';
import { portRefused, refusals } from '../causes/causes.ts';
import type { WorkloadContext } from '../context.ts';
import { exposureOf, formerPorts, refusedHost } from '../network/exposure.ts';
import { identityOf } from '../machine/desired-machine.ts';
import type { Scope } from '../scope.ts';
import { after, attempt, type Changes } from './changes.ts';
import type { Failure } from '../causes/cause.ts';

/**
 * Attempts over two and a half seconds. The API server frees the ports of a deleted or closed Service shortly after it sends the
 * event (AfterDelete of kubernetes' registry/core/service/storage), and refuses them until then.
 */
const RELEASE_ATTEMPTS = 8;

/** Creates the objects that expose a machine, once it has a place. */
export async function expose(scope: Scope, context: WorkloadContext): Promise<Changes> {
  if (!isExposed(scope)) return {};
  return after(
    {},
    ...(await Promise.all([
      exposeTo(scope, context),
      exposeService(scope, context),
      exposeHost(scope, context),
    ])),
  );
}

function isExposed({ workload, answer }: Scope): boolean {
  if (workload.metadata.deletionTimestamp !== undefined) return false;
  if (answer !== undefined) return 'node' in answer;
  return ['Scheduled', 'Starting', 'Running'].includes(phaseOf(workload));
}

/** An existing policy stays, because its ports may be the ones to remove. */
async function exposeTo(scope: Scope, { children, metricsFrom }: WorkloadContext): Promise<Changes> {
  const { networkPolicy } = scope;
  const exposure = exposureOf(scope);
  if (networkPolicy === undefined && !needsNetworkPolicy(exposure)) return {};
  return attempt(refusals.networkPolicyRefused, async () => {
    const wanted = buildNetworkPolicy(identityOf(scope), exposure, metricsFrom);
    return { networkPolicy: await children.networkPolicies.ensure(networkPolicy, wanted) };
  });
}

async function exposeService(scope: Scope, { children }: WorkloadContext): Promise<Changes> {
  const apply = (former: Exposure['formerPorts'] = {}) =>
    attempt(refusals.serviceRefused, async () => {
      const wanted = buildService(identityOf(scope), { ...exposureOf(scope), formerPorts: former });
      const ensure = () => children.services.ensure(scope.service, wanted);
      const attempts = Object.keys(former).length > 0 ? RELEASE_ATTEMPTS : 1;
      return { service: await retry(ensure, { when: isInvalid, attempts }) };
    });
  const former = formerPorts(scope);
  const kept = former && (await apply(former));
  // Another Service may have taken such a port in the meantime.
  const result = kept === undefined || kept.failures?.some(isRefused) ? await apply() : kept;
  const port = scope.workload.spec.placement?.sshPort;
  return port === undefined ? result : { ...result, failures: result.failures?.map(forPort(port)) ?? [] };
}

const isRefused = ({ error }: Failure): boolean => isInvalid(error);

/** The chosen port is the only part of the Service that the API server can reject. */
function forPort(port: number): (failure: Failure) => Failure {
  return (failure) =>
    isRefused(failure) ? { ...failure, ...portRefused(port, failure.detail ?? '') } : failure;
}

function exposeHost(scope: Scope, { children }: WorkloadContext): Promise<Changes> {
  const { workload, region, ingress, webService } = scope;
  const { http } = workload.spec;
  return attempt(refusals.ingressRefused, async () => {
    if (http === undefined || refusedHost(scope) !== undefined) {
      await children.ingresses.remove(ingress);
      await children.services.remove(webService);
      return { ingress: undefined };
    }
    await children.services.ensure(webService, buildWebService(identityOf(scope), http.targetPort));
    const wanted = buildIngress(identityOf(scope), http.host, region?.spec.http);
    return { ingress: await children.ingresses.ensure(ingress, wanted) };
  });
}
