/** The texts shown for a Workload's reason, from the code that produces them. */
import * as operators from '../../operator/src/workload/causes/causes.ts';
import * as disks from '../../operator/src/workload/causes/disk-causes.ts';
import { inFull, type Cause } from '../../operator/src/workload/causes/cause.ts';
import { catalogueCausesInChinese } from '../../portal/web/src/features/catalogue/causes-in-chinese.ts';
import { causesInChinese } from '../../portal/web/src/features/workloads/causes-in-chinese.ts';
import { causesForCustomers, causesForOperators } from '../../portal/web/src/features/workloads/causes.ts';

export interface Sentences {
  readonly customer: Readonly<Record<'en' | 'zh', string | undefined>>;
  readonly operator: Readonly<Record<'en' | 'zh', string | undefined>>;
}

const amounts = { quota: 10, used: 8, wanted: 4 };
const idle = { gpuPercent: 5, minutes: 60 } as never;
const at = '2026-01-31T08:00:00Z';

/** Causes with example names and numbers. */
const said: readonly Cause[] = [
  ...Object.values<Cause>(operators.causes),
  ...Object.values<Cause>(operators.refusals),
  operators.deletionStuck('KIND', { name: 'NAME' }),
  operators.diskNotIncluded('100Gi'),
  operators.frozen('REASON'),
  operators.gpuNotPermitted('MODEL'),
  operators.guestNotReady('ssh'),
  operators.hostNotInRegion('DOMAIN'),
  operators.idleStop(idle),
  operators.imagePullError(''),
  operators.maintenance(),
  operators.nodeLost('NODE'),
  operators.nodeNotReady('NODE'),
  operators.notOnOffer('KIND', 'NAME'),
  operators.notice({ reason: 'Spot', stopAt: at } as never, {}),
  operators.notice({ reason: 'Maintenance', stopAt: at } as never, {}),
  operators.notice({ reason: 'Schedule', stopAt: at } as never, {}),
  operators.notice({ reason: 'Schedule', stopAt: at } as never, { idle }),
  operators.portQuotaExceeded(amounts),
  operators.portRefused(30_022, ''),
  operators.portRefused(22, 'The range of valid ports is 30000-32767'),
  operators.referenceDeleted('KIND', 'NAME'),
  operators.referenceMissing('KIND', 'NAME'),
  operators.refusedByKubeVirt(''),
  operators.softwareMissing('CDI'),
  operators.softwareMissing('KubeVirt'),
  operators.storageCannotGrow('100Gi'),
  operators.storageQuotaExceeded(amounts),
  operators.stuckTerminating({ pod: 'POD', node: 'NODE', isNodeReady: true }),
  operators.userDataMissing('NAME'),
  disks.diskCopyStuck(),
  disks.diskLost('UID', undefined),
  disks.diskNotCreated(''),
  disks.diskNotProvided(''),
  disks.importFailed(''),
  disks.importFailing(''),
];

/** Returns the texts for a reason of machines. If several causes share it, the first one is used. */
export function workloadSentences(reason: string): Sentences {
  const cause = said.find((one) => one.reason === reason);
  const forOperators = causesForOperators[reason];
  return {
    customer: { en: causesForCustomers[reason] ?? cause?.message, zh: causesInChinese[reason] },
    operator: { en: forOperators?.en ?? (cause && inFull(cause)), zh: forOperators?.zh },
  };
}

/** Returns the texts for a reason of the catalogue, which only operators see. */
export function catalogueSentences(reason: string): Sentences {
  const nobody = { en: undefined, zh: undefined };
  return { customer: nobody, operator: { en: undefined, zh: catalogueCausesInChinese[reason] } };
}
