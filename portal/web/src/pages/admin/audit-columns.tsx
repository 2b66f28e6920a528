import type { AuditEntry } from '@gpulease/contract/admin';
import { auditActions, auditOutcomes } from '@gpulease/contract/enums';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { FilterName } from '../../api/lists.ts';
import { useFormat } from '../../i18n/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import type { Filter } from '../../ui/table/filter-input.tsx';
import type { ColumnOf } from '../../ui/table/resource-table.tsx';
import { AuditDetails } from './audit-details.tsx';
import { subjectPath } from './audit-subject.ts';

/** The columns of the audit: when, who, what, on what, and from where. */
export function useAuditColumns(): readonly ColumnOf<'listAuditEntries'>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return [
    {
      key: 'at',
      title: t('audit.at'),
      sortBy: 'at',
      isNarrow: true,
      render: ({ at }) => format.dateTime(at),
    },
    { key: 'actor', title: t('audit.actor'), render: ({ actor }) => actor ?? t('audit.nobody') },
    { key: 'action', title: t('audit.action'), render: ({ action }) => t(`auditAction.${action}`) },
    { key: 'subject', title: t('audit.subject'), render: (entry) => <Subject {...entry} /> },
    {
      key: 'outcome',
      title: t('audit.outcome'),
      render: ({ outcome }) => <StatusLabel kind="audit" status={outcome} />,
    },
    {
      key: 'details',
      title: t('audit.details'),
      isProse: true,
      render: (entry) => <AuditDetails {...entry} />,
    },
    { key: 'address', title: t('session.address'), render: ({ address }) => address ?? '–' },
  ];
}

function Subject(entry: AuditEntry) {
  const path = subjectPath(entry);
  return path === undefined ? (entry.subject ?? '–') : <TextLink to={path}>{entry.subject}</TextLink>;
}

/** What the audit can be filtered by besides the search. */
export function auditFilters(t: TFunction): Filter<FilterName<'listAuditEntries'>>[] {
  return [
    {
      kind: 'select',
      name: 'action',
      label: t('audit.action'),
      options: auditActions.map((value) => ({ value, label: t(`auditAction.${value}`) })),
    },
    {
      kind: 'select',
      name: 'outcome',
      label: t('audit.outcome'),
      options: auditOutcomes.map((value) => ({ value, label: t(`status.audit.${value}`) })),
    },
    { kind: 'date', name: 'from', label: t('billing.from') },
    { kind: 'date', name: 'to', label: t('billing.to') },
  ];
}
