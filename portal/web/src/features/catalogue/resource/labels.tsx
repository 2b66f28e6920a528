import { Content, Flex, Label, LabelGroup } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useCatalogueCause } from '../causes.ts';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { StatusLabel } from '../../../ui/status-label.tsx';
import type { ItemProps, ManagedItem } from './resource-kind.ts';

export function StateLabels({ kind, item }: ItemProps) {
  const { t } = useTranslation();
  const { managedBy, deleting, condition } = item;
  return (
    <Flex display={{ default: 'inlineFlex' }} gap={{ default: 'gapXs' }}>
      {kind.status && <StatusLabel kind={kind.status.look as 'activity'} status={item.status as 'active'} />}
      {(!kind.status || !condition.ready) && <ReadyLabel {...condition} />}
      {deleting && (
        <Label isCompact status="warning">
          {t('catalogue.deleting')}
        </Label>
      )}
      {managedBy && (
        <Label isCompact variant="outline" color="blue">
          {t(`catalogue.tool.${managedBy.tool}`)}
        </Label>
      )}
    </Flex>
  );
}

export function ReadyLabel({ ready }: Pick<ManagedItem['condition'], 'ready'>) {
  const { t } = useTranslation();
  return (
    <Label isCompact status={ready ? 'success' : 'warning'}>
      {ready ? t('catalogue.ready') : t('catalogue.isNotReady')}
    </Label>
  );
}

export function NotReadyCause(condition: ManagedItem['condition']) {
  const causeOf = useCatalogueCause();
  if (condition.ready || !condition.reason) return null;
  return <Content component="small">{causeOf(condition).text}</Content>;
}

export function Tags({ tags, label }: { readonly tags: readonly string[]; readonly label?: string }) {
  const { t } = useTranslation();
  if (tags.length === 0) return '–';
  return (
    <LabelGroup aria-label={label ?? t('catalogue.tags')} numLabels={5}>
      {tags.map((tag) => (
        <Label key={tag} isCompact variant="outline">
          {tag}
        </Label>
      ))}
    </LabelGroup>
  );
}

export function ManagedNotice({ item: { managedBy } }: { readonly item: Pick<ManagedItem, 'managedBy'> }) {
  const { t } = useTranslation();
  if (!managedBy) return null;
  const tool = t(`catalogue.tool.${managedBy.tool}`);
  return (
    <InlineAlert variant="info" title={t('catalogue.managed', { tool, name: managedBy.name })}>
      {t('catalogue.managedBody')}
    </InlineAlert>
  );
}
