/** What the lists of the catalogue have in common. */
import { activityStatuses } from '@gpulease/contract/enums';
import { Content, Label, LabelGroup } from '@patternfly/react-core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat, type Formatter } from '../../i18n/format.ts';
import type { Filter } from '../../ui/table/filter-input.tsx';
import type { Column } from '../../ui/table/rows.tsx';

interface Words {
  readonly t: TFunction;
  readonly format: Formatter;
}

/** The texts and formats of the language shown now. */
export function useCatalogueWords(): Words {
  const { t } = useTranslation();
  return { t, format: useFormat() };
}

export function createdAtColumn({ t, format }: Words): Column<{ readonly createdAt: string }, 'createdAt'> {
  return {
    key: 'createdAt',
    title: t('common.createdAt'),
    sortBy: 'createdAt',
    isNarrow: true,
    render: ({ createdAt }) => format.dateTime(createdAt),
  };
}

export function searchFilter({ t }: Words): Filter<'search'> {
  return { kind: 'search', name: 'search', label: t('catalogue.search') };
}

export function activityFilter({ t }: Words): Filter<'status'> {
  return {
    kind: 'select',
    name: 'status',
    label: t('common.status'),
    options: activityStatuses.map((value) => ({ value, label: t(`status.activity.${value}`) })),
  };
}

interface ReadyProps {
  readonly ready: boolean;
  /** Why not. */
  readonly message: string;
}

/** Whether the cluster agrees with what the object says, and why not. */
export function Ready({ ready, message }: ReadyProps) {
  const { t } = useTranslation();
  return (
    <>
      <Label isCompact status={ready ? 'success' : 'warning'}>
        {ready ? t('catalogue.isReady') : t('catalogue.isNotReady')}
      </Label>
      {!ready && message && <Content component="small">{message}</Content>}
    </>
  );
}

/** Free words on an object. */
export function Tags({ tags }: { readonly tags: readonly string[] }) {
  const { t } = useTranslation();
  if (tags.length === 0) return '–';
  return (
    <LabelGroup aria-label={t('catalogue.tags')} numLabels={tags.length}>
      {tags.map((tag) => (
        <Label key={tag} isCompact variant="outline">
          {tag}
        </Label>
      ))}
    </LabelGroup>
  );
}
