import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { pods, type ObjectRef, type Pod } from '@gpulease/kube';
import { virtualMachineInstances } from '@gpulease/kube/kubevirt';
import { launcherLabel } from '../instance/pod.ts';
import type { World } from '../world.ts';
import { evictionVerdict } from './eviction-verdict.ts';
import { Refusal } from './refusal.ts';

/** Path of the webhook that the API server calls before a pod is evicted. */
export const evictionPath = '/pod-eviction-validate';

const domainAnnotation = 'kubevirt.io/domain';

/** Relevant part of an AdmissionReview's request. */
interface AdmissionRequest {
  uid: string;
  namespace?: string;
  name: string;
  dryRun?: boolean;
}

/** Answers an AdmissionReview as virt-api does: it may deny the eviction of a machine and mark the machine for evacuation. */
export async function reviewEviction(world: World, message: IncomingMessage): Promise<object> {
  const request = readRequest(await text(message));
  const denied = await requestEviction(world, request);
  return {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    response: {
      uid: request.uid,
      allowed: denied === undefined,
      ...(denied === undefined ? {} : { status: { code: 429, message: denied } }),
    },
  };
}

function readRequest(body: string): AdmissionRequest {
  try {
    const { request } = JSON.parse(body) as { request?: AdmissionRequest };
    if (request !== undefined) return request;
  } catch {
    // Rejected below, like a review without a request.
  }
  throw new Refusal(400, 'BadRequest', 'the body is no AdmissionReview');
}

/** Returns why the pod may not be evicted, or undefined if it may. */
async function requestEviction({ cluster, logger }: World, { namespace, name, dryRun }: AdmissionRequest) {
  const pod = await cluster.resource(pods).find({ namespace, name });
  const domain = pod && domainOf(pod);
  if (pod === undefined || domain === undefined) return undefined;
  const ref: ObjectRef = { namespace, name: domain };
  const instances = cluster.resource(virtualMachineInstances);
  const instance = await instances.find(ref);
  if (instance === undefined) return `kubevirt failed getting the vmi: ${domain}`;
  const { denied, marks } = evictionVerdict(instance, pod);
  if (marks && dryRun !== true) {
    await instances.mergePatch(ref, { status: { evacuationNodeName: pod.spec?.nodeName } });
    logger.info({ ...ref }, 'An eviction was requested');
  }
  return denied;
}

/** Returns the name of the instance in a machine's pod, or undefined for other pods. */
function domainOf({ metadata: { labels, annotations } }: Pod): string | undefined {
  const isMachine = labels?.['kubevirt.io'] === launcherLabel['kubevirt.io'];
  return isMachine ? annotations?.[domainAnnotation] : undefined;
}
