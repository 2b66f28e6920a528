import type {
  ActivityStatus,
  AuditOutcome,
  AvailabilityLevel,
  BillingType,
  EventType,
  ImageStatus,
  InviteCodeStatus,
  NodeStatus,
  RechargeStatus,
  RefundStatus,
  WorkloadStatus,
} from '@gpulease/contract/enums';
import { Label, Spinner, type LabelProps } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';

interface Statuses {
  readonly workload: WorkloadStatus;
  readonly activity: ActivityStatus;
  readonly node: NodeStatus;
  readonly image: ImageStatus;
  readonly inviteCode: InviteCodeStatus;
  readonly recharge: RechargeStatus;
  readonly refund: RefundStatus;
  readonly availability: AvailabilityLevel;
  readonly event: EventType;
  readonly audit: AuditOutcome;
  readonly billing: BillingType | 'REFUND';
}

type LabelStyle = Pick<LabelProps, 'status' | 'color'>;

const success: LabelStyle = { status: 'success' };
const info: LabelStyle = { status: 'info' };
const warning: LabelStyle = { status: 'warning' };
const danger: LabelStyle = { status: 'danger' };
const plain: LabelStyle = { color: 'grey' };

const labelStyles: { readonly [Kind in keyof Statuses]: Readonly<Record<Statuses[Kind], LabelStyle>> } = {
  workload: {
    PENDING: plain,
    SCHEDULED: info,
    STARTING: info,
    RUNNING: success,
    STOPPING: info,
    STOPPED: plain,
    FAILED: danger,
    DESTROYING: info,
    DESTROYED: plain,
  },
  activity: { active: success, inactive: plain },
  node: { active: success, inactive: plain, maintenance: warning },
  image: { enabled: success, disabled: plain },
  inviteCode: { AVAILABLE: success, USED: plain, EXPIRED: warning },
  recharge: { PENDING: info, PAID: success, CLOSED: plain, QUARANTINED: warning },
  refund: { PENDING: info, SUCCEEDED: success, FAILED: danger },
  availability: { HIGH: success, MEDIUM: success, LOW: warning, NONE: plain },
  event: { NORMAL: info, WARNING: warning },
  audit: { SUCCESS: success, REFUSED: warning },
  billing: { RECHARGE: success, DEDUCTION: plain, REFUND: info },
};

/** Statuses that will pass by themselves. */
const passing: ReadonlySet<string> = new Set(['SCHEDULED', 'STARTING', 'STOPPING', 'DESTROYING']);

interface StatusLabelProps<Kind extends keyof Statuses> {
  readonly kind: Kind;
  readonly status: Statuses[Kind];
  /** Said after the status, such as how many there are. */
  readonly detail?: string;
  /** Said in place of the status, such as how many are left. */
  readonly text?: string;
}

/** A status as a coloured label: every closed set of states has its words and style here. */
export function StatusLabel<Kind extends keyof Statuses>(props: StatusLabelProps<Kind>) {
  const { kind, status, detail } = props;
  const { t } = useTranslation();
  const style: Readonly<Record<string, LabelStyle>> = labelStyles[kind];
  const text = props.text ?? t(`status.${kind}.${status}` as 'status.workload.PENDING');
  const isPassing = kind === 'workload' && passing.has(status);
  return (
    <Label
      isCompact
      {...style[status]}
      {...(isPassing && { icon: <Spinner isInline aria-hidden aria-valuetext="" /> })}
    >
      {detail === undefined ? text : `${text} · ${detail}`}
    </Label>
  );
}
