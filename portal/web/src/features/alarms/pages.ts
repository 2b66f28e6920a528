import type { Alarm } from '@gpulease/contract/alarms';
import type { AlarmKind } from '@gpulease/contract/alarm-texts';
import type { PlatformCheckName } from '@gpulease/contract/platform-checks';
import type { DocsPage } from '../../ui/docs.ts';
import { platformPages } from '../platform/pages.ts';

const pages: Readonly<Record<Exclude<AlarmKind, 'PLATFORM'>, DocsPage>> = {
  NODE_NOT_READY: {
    zh: 'operating/nodes-and-maintenance#节点没有响应',
    en: 'operating/nodes-and-maintenance#a-node-does-not-answer',
  },
  NODE_LACKS_RESOURCES: 'reference/reasons#lessthandeclared',
  OBJECT_NOT_READY: {
    zh: 'operating/phases-and-reasons#哪些不售卖',
    en: 'operating/phases-and-reasons#what-is-not-sold',
  },
  MACHINES_FAILED: 'runbooks/machine-stuck',
  GPUS_REPORTED: {
    zh: 'operating/nodes-and-maintenance#gpu-故障',
    en: 'operating/nodes-and-maintenance#a-gpu-is-broken',
  },
  GPU_CHECK_FAILED: {
    zh: 'operating/nodes-and-maintenance#再次出售前检测-gpu',
    en: 'operating/nodes-and-maintenance#gpus-are-checked-before-they-are-sold-again',
  },
  QUEUE_LONG: 'runbooks/GPULeasePendingLong',
  PAYMENTS_TO_REVIEW: 'runbooks/GPULeasePaymentsWait',
  APPROVALS_WAITING: { zh: 'operating/money#审批', en: 'operating/money#approvals' },
  BILLS_DIFFER: 'operating/books',
};

export function alarmPage({ kind, subject }: Pick<Alarm, 'kind' | 'subject'>): DocsPage {
  return kind === 'PLATFORM' ? platformPages[subject as PlatformCheckName] : pages[kind];
}
