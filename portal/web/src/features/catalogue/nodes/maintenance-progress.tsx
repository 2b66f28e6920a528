import { Content, StackItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useWholeList } from '../../../api/whole-list.ts';
import { UsageBar } from '../../../ui/usage-bar.tsx';
import { maintenanceProgress } from './maintenance-effect.ts';

/** How many of the machines of a node under maintenance are stopped, and how many of these start when it is over. */
export function MaintenanceProgress({ node }: { readonly node: string }) {
  const { t } = useTranslation();
  const { data = [] } = useWholeList('listAllWorkloads', { node });
  const { stopped, total, waiting } = maintenanceProgress(data);
  if (total === 0) return null;
  return (
    <StackItem>
      <UsageBar
        title={t('maintenance.stopping')}
        used={stopped}
        most={total}
        text={t('maintenance.progress', { stopped, total })}
        {...(stopped === total && { variant: 'success' as const })}
      />
      {waiting > 0 && <Content component="p">{t('maintenance.waiting', { count: waiting })}</Content>}
    </StackItem>
  );
}
