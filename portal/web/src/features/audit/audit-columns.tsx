import type { AuditEntry } from '@gpulease/contract/audit';
import { auditActions, auditOutcomes } from '@gpulease/contract/enums';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { FilterName } from '../../api/lists.ts';
import { TextLink } from '../../ui/links.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import { selectFilter } from '../../ui/table/filter-kinds.ts';
import { column, textColumn, timeColumn } from '../../ui/table/column-kinds.tsx';
import type { Filter } from '../../ui/table/filter-input.tsx';
import { UserLink } from '../../ui/user-link.tsx';
import type { ColumnOf } from '../../ui/table/resource-table.tsx';
import { AuditDetails } from './audit-details.tsx';
import { subjectPath } from './audit-subject.ts';

/** The columns of the audit log. The request ID lets operators find the entry in the server logs. */
export function useAuditColumns(): readonly ColumnOf<'listAuditEntries'>[] {
  const { t } = useTranslation();
  return [
    timeColumn('at', t('common.time'), { sortBy: 'at' }),
    column('happened', t('audit.happened'), (entry) => <Sentence {...entry} />, { isProse: true }),
    column('details', t('audit.details'), (entry) => <AuditDetails {...entry} />, { isProse: true }),
    column('outcome', t('audit.outcome'), ({ outcome }) => <StatusLabel kind="audit" status={outcome} />, {
      isNarrow: true,
    }),
    textColumn('address', t('session.address')),
    textColumn('requestId', t('common.requestId'), { isExtra: true }),
  ];
}

function Sentence(entry: AuditEntry) {
  const { action, actor, details } = entry;
  const { t } = useTranslation();
  const sentences: Readonly<Record<string, string>> = t('auditSentence', { returnObjects: true });
  // Some actions have a separate sentence per status, such as `inactive`.
  const sentence = sentences[`${action}_${String(details.status)}`] ?? sentences[action] ?? action;
  return sentence.split(/<(who|what)\/>/).map((part) => {
    if (part === 'who') return actor === null ? t('audit.nobody') : <UserLink key={part} username={actor} />;
    return part === 'what' ? <Subject key={part} {...entry} /> : part;
  });
}

function Subject(entry: AuditEntry) {
  const path = subjectPath(entry);
  return path === undefined ? (entry.subject ?? '–') : <TextLink to={path}>{entry.subject}</TextLink>;
}

export function auditFilters(t: TFunction): Filter<FilterName<'listAuditEntries'>>[] {
  return [
    selectFilter('action', t('audit.action'), auditActions, (value) => t(`auditAction.${value}`)),
    selectFilter('outcome', t('audit.outcome'), auditOutcomes, (value) => t(`status.audit.${value}`)),
    { kind: 'date', name: 'from', label: t('billing.from') },
    { kind: 'date', name: 'to', label: t('billing.to') },
  ];
}
