import type { Workload } from '@gpulease/contract/workloads';
import { Button, Content, List, ListItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { failureText } from '../api/failure.ts';
import { useFormat } from '../i18n/format.ts';
import { useLanguage } from '../i18n/i18n.ts';
import { Dialog } from '../ui/dialog.tsx';
import type { PowerAction } from './power-actions.ts';
import type { Outcome } from './use-bulk-action.ts';

interface BulkResultsProps {
  readonly action: PowerAction;
  readonly outcomes: readonly Outcome[];
  /** Those that it had not come to when it was stopped. */
  readonly untouched: readonly Workload[];
  readonly nameOf: (workload: Workload) => string;
  readonly onClose: () => void;
}

/** With which machines it was done and with which not, and why. */
export function BulkResults({ action, outcomes, untouched, nameOf, onClose }: BulkResultsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const failed = outcomes.filter(({ failure }) => failure);
  const done = outcomes.filter(({ failure }) => !failure).map(({ workload }) => nameOf(workload));
  return (
    <Dialog
      title={t('bulk.results', {
        action: t(`workload.action.${action}`),
        done: done.length,
        failed: failed.length,
      })}
      titleIconVariant={failed.length > 0 ? 'warning' : 'info'}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <Content>
        {done.length > 0 && <p>{t('bulk.accepted', { names: format.list(done) })}</p>}
        {failed.length > 0 && (
          <>
            <p>{t('bulk.failed')}</p>
            <List>
              {failed.map(({ workload, failure }) => (
                <ListItem key={nameOf(workload)}>
                  {failure &&
                    t('bulk.why', { name: nameOf(workload), reason: failureText(failure, language) })}
                </ListItem>
              ))}
            </List>
          </>
        )}
        {untouched.length > 0 && <p>{t('bulk.untouched', { names: format.list(untouched.map(nameOf)) })}</p>}
      </Content>
    </Dialog>
  );
}
