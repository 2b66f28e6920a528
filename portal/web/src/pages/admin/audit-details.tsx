import type { AuditEntry } from '@gpulease/contract/admin';
import { useTranslation } from 'react-i18next';
import { changedFields, fieldText } from './audit-fields.ts';

/** Why it was done, in the operator's words, what was changed by it, and what else is known of it. */
export function AuditDetails({ subject, details: { reason, changes, ...others } }: AuditEntry) {
  const { t } = useTranslation();
  const changed = changedFields(changes);
  const text = Object.entries(others)
    .filter(([, value]) => isSaid(value))
    .map(([name, value]) => `${name}: ${written(value)}`);
  if (reason === undefined && changed.length === 0 && text.length === 0) return '–';
  const nameOf = (field: string) => {
    const known = fieldText(subject, field);
    return known ? t('audit.field', { field: t(known) }) : <code>{`${field}: `}</code>;
  };
  return (
    <>
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
