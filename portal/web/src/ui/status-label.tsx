import '@patternfly/react-styles/css/components/Label/label.css';
import { Spinner } from '@patternfly/react-core';
import {
  RhUiCheckCircleFillIcon,
  RhUiErrorFillIcon,
  RhUiInformationFillIcon,
  RhUiWarningFillIcon,
} from '@patternfly/react-icons';
import { css } from '@patternfly/react-styles';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface LabelStyle {
  readonly modifier?: string;
  readonly icon?: ReactNode;
}

const success: LabelStyle = { modifier: 'pf-m-success', icon: <RhUiCheckCircleFillIcon /> };
const info: LabelStyle = { modifier: 'pf-m-info', icon: <RhUiInformationFillIcon /> };
const warning: LabelStyle = { modifier: 'pf-m-warning', icon: <RhUiWarningFillIcon /> };
const danger: LabelStyle = { modifier: 'pf-m-danger', icon: <RhUiErrorFillIcon /> };
const plain: LabelStyle = {};

const labelStyles = {
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
  device: { IN_USE: info, BUSY: info, SOLD: info, FREE: plain, UNHEALTHY: danger, QUARANTINED: warning },
  image: { enabled: success, disabled: plain },
  inviteCode: { AVAILABLE: success, USED: plain, EXPIRED: warning },
  recharge: { PENDING: info, PAID: success, CLOSED: plain, QUARANTINED: warning },
  approval: { PENDING: warning, APPROVED: success, DECLINED: plain, WITHDRAWN: plain, EXPIRED: plain },
  alarm: { OPEN: danger, ACKNOWLEDGED: warning, OVER: plain },
  job: { WAITING: plain, FAILING: danger, GIVEN_UP: danger },
  platform: { OK: success, LOOK: warning, UNKNOWN: plain },
  gpuReport: { OPEN: warning, CONFIRMED: info, REPAIRED: success, DISMISSED: plain },
  receivable: { OPEN: warning, COLLECTED: success, WRITTEN_OFF: plain },
  refund: { PENDING: info, STUCK: warning, SUCCEEDED: success, FAILED: danger },
  availability: { HIGH: success, MEDIUM: success, LOW: warning, NONE: plain },
  event: { NORMAL: info, WARNING: warning },
  apiToken: { EXPIRING: warning, EXPIRED: danger },
  audit: { SUCCESS: success, REFUSED: warning },
  billing: { RECHARGE: success, DEDUCTION: plain, REFUND: info },
} as const satisfies Readonly<Record<string, Readonly<Record<string, LabelStyle>>>>;

type Styles = typeof labelStyles;

/** The statuses of each kind. If a status of the contract is missing here, its label does not compile. */
export type Statuses = { readonly [Kind in keyof Styles]: keyof Styles[Kind] & string };

const passing: ReadonlySet<string> = new Set(['SCHEDULED', 'STARTING', 'STOPPING', 'DESTROYING']);

export function statusText<Kind extends keyof Statuses>(kind: Kind, status: Statuses[Kind], t: TFunction) {
  return t(`status.${kind}.${status}` as 'status.workload.PENDING');
}

interface StatusLabelProps<Kind extends keyof Statuses> {
  readonly kind: Kind;
  readonly status: Statuses[Kind];
  /** Shown after the status, such as a count. */
  readonly detail?: string;
  /** Shown instead of the status, such as the remaining capacity. */
  readonly text?: string;
}

/** The label of a status. PatternFly's label measures itself and listens to the keyboard, too slow for long lists. */
export function StatusLabel<Kind extends keyof Statuses>(props: StatusLabelProps<Kind>) {
  const { kind, status, detail } = props;
  const { t } = useTranslation();
  const { modifier, icon } = labelStyles[kind][status] as LabelStyle;
  const text = props.text ?? statusText(kind, status, t);
  const isPassing = kind === 'workload' && passing.has(status);
  const sign = isPassing ? <Spinner isInline aria-hidden aria-valuetext="" /> : icon;
  return (
    <span className={css('pf-v6-c-label pf-m-filled pf-m-compact', modifier)}>
      <span className="pf-v6-c-label__content">
        {sign && <span className="pf-v6-c-label__icon">{sign}</span>}
        <span className="pf-v6-c-label__text">{detail === undefined ? text : `${text} · ${detail}`}</span>
      </span>
    </span>
  );
}
