import type { AuditEntry } from '@gpulease/contract/audit';
import {
  approvalDecisions,
  approvalKinds,
  consoleKinds,
  pricingUnits,
  nodeLossChoices,
  resumeModes,
} from '@gpulease/contract/enums';
import { displayAmount, displayPrice } from '@gpulease/contract/money';
import { useWords } from '../../i18n/words.ts';
import { TextLink } from '../../ui/links.tsx';
import { useMoneyDisplay } from '../../ui/money.tsx';
import { changedFields, fieldText } from './audit-fields.ts';

/** Fields that the sentence already covers or that carry no information. */
const SAID = ['status', 'entry'];

export function AuditDetails(entry: AuditEntry) {
  const { t } = useWords();
  const approval = useApprovalSentence(entry);
  const { subject, details } = entry;
  const { reason, changes, apiToken, ...others } = approval === undefined ? details : onlyId(details);
  const valueOf = useAuditValue();
  const changed = changedFields(changes);
  const further = Object.entries(others).filter(([name, value]) => hasContent(value) && !SAID.includes(name));
  if (!approval && !reason && !apiToken && changed.length + further.length === 0) return '–';
  const nameOf = (field: string) => {
    const known = fieldText(subject, field);
    return known ? t('audit.field', { field: t(known) }) : <code>{`${field}: `}</code>;
  };
  return (
    <>
      {approval !== undefined && <div>{approval}</div>}
      {typeof reason === 'string' && <div>{reason}</div>}
      {changed.map(([field, { from, to }]) => (
        <div key={field}>
          {nameOf(field)}
          <code>{`${orDash(from)} → ${orDash(to)}`}</code>
        </div>
      ))}
      {further.map(([name, value]) => (
        <div key={name}>
          {nameOf(name)}
          {name === 'recharge' ? (
            <Recharge id={written(value)} />
          ) : (
            (valueOf(name, value) ?? <code>{orDash(value)}</code>)
          )}
        </div>
      ))}
      {typeof apiToken === 'string' && <div>{t('audit.byToken', { name: apiToken })}</div>}
    </>
  );
}

/** The approval sentence covers the other details. */
function onlyId({ approval, reason }: AuditEntry['details']): AuditEntry['details'] {
  return { approval, reason };
}

function Recharge({ id }: { readonly id: string }) {
  return <TextLink to={`/admin/billings?tab=recharges&search=${encodeURIComponent(id)}`}>{id}</TextLink>;
}

/** False for null, empty lists and empty objects. */
const hasContent = (value: unknown): boolean =>
  value !== null && !['[]', '{}'].includes(JSON.stringify(value));

function orDash(value: unknown): string {
  if (!hasContent(value)) return '–';
  return Array.isArray(value) ? value.map(written).join(', ') : written(value);
}

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The sentence for an approval request or the decision on one; undefined for other entries. */
function useApprovalSentence({ action, details }: AuditEntry): string | undefined {
  const { t } = useWords();
  const money = useMoneyDisplay();
  const kind = approvalKinds.find((one) => one === details.kind);
  const decision = approvalDecisions.find((one) => one === details.decision);
  const { amount, askedBy, askedFor } = details;
  if (!kind || typeof amount !== 'string') return undefined;
  const said = {
    what: t(`approvals.kind.${kind}`),
    amount: displayAmount(amount, money),
    operator: askedBy ?? t('audit.nobody'),
    reason: askedFor,
  };
  if (action === 'ASK_APPROVAL') return t('audit.approvalAsked', said);
  return action === 'DECIDE_APPROVAL' && decision ? t(`audit.approvalDecided.${decision}`, said) : undefined;
}

/** Returns a formatter of detail values. It returns undefined for values that need no formatting. */
function useAuditValue(): (name: string, value: unknown) => string | undefined {
  const { t, format } = useWords();
  const money = useMoneyDisplay();
  const amount = (value: string) => displayAmount(value, money);
  const texts: Readonly<Record<string, (value: string) => string | undefined>> = {
    amount,
    expectedCharge: amount,
    expectedRefund: amount,
    expectedPrice: (value) => displayPrice(value, money),
    expectedUnit: (value) => said(pricingUnits, value, (unit) => t(`pricingUnit.${unit}`)),
    startTime: format.dateTime,
    endTime: format.dateTime,
    expirationDate: format.dateTime,
    resume: (value) => said(resumeModes, value, (mode) => t(`resumeForOwner.${mode}`)),
    onNodeLoss: (value) => said(nodeLossChoices, value, (choice) => t(`onNodeLoss.${choice}`)),
    kind: (value) => said(consoleKinds, value, (kind) => t(`console.kinds.${kind}`)),
  };
  return (name, value) => {
    if (name === 'ports' && Array.isArray(value)) return format.list(value.map(portText));
    if (name === 'storage' && typeof value === 'number') return format.gib(value);
    return typeof value === 'string' ? texts[name]?.(value) : undefined;
  };
}

function portText({ port, protocol }: { readonly port?: unknown; readonly protocol?: unknown }): string {
  return `${String(port)}/${String(protocol)}`;
}

/** The name of a known constant; undefined for other values. */
function said<Known extends string>(
  all: readonly Known[],
  value: string,
  nameOf: (one: Known) => string,
): string | undefined {
  const known = all.find((one) => one === value);
  return known && nameOf(known);
}
