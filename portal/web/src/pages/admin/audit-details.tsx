import type { AuditEntry } from '@gpulease/contract/admin';
import { useTranslation } from 'react-i18next';
import { useApprovalSentence } from './approval-sentence.ts';
import { changedFields, fieldText } from './audit-fields.ts';

/** Why it was done, in the operator's words, what was changed by it, and what else is known of it. */
export function AuditDetails(entry: AuditEntry) {
  const { t } = useTranslation();
  const approval = useApprovalSentence(entry);
  const { subject, details } = entry;
  const { reason, changes, ...others } = approval === undefined ? details : onlyId(details);
  const changed = changedFields(changes);
  const text = Object.entries(others)
    .filter(([, value]) => isSaid(value))
    .map(([name, value]) => `${name}: ${written(value)}`);
  if ([approval, reason, ...changed, ...text].every((said) => said === undefined)) return '–';
  const nameOf = (field: string) => {
    const known = fieldText(subject, field);
    return known ? t('audit.field', { field: t(known) }) : <code>{`${field}: `}</code>;
  };
  return (
    <>
      {approval !== undefined && <div>{approval}</div>}
      {typeof reason === 'string' && <div>{reason}</div>}
      {changed.map(({ field, from, to }) => (
        <div key={field}>
          {nameOf(field)}
          <code>{`${orDash(from)} → ${orDash(to)}`}</code>
        </div>
      ))}
      {text.length > 0 && <code>{text.join(', ')}</code>}
    </>
  );
}

/** Of a request for a second operator the rest is said in words. */
function onlyId({ approval, reason }: AuditEntry['details']): AuditEntry['details'] {
  return { approval, reason };
}

/** Lists and fields that were left empty say nothing. */
function isSaid(value: unknown): boolean {
  return value !== null && !['[]', '{}'].includes(JSON.stringify(value));
}

function orDash(value: unknown): string {
  if (!isSaid(value)) return '–';
  return Array.isArray(value) ? value.map(written).join(', ') : written(value);
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
