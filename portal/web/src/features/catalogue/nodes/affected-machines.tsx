import { Content, List, ListItem } from '@patternfly/react-core';
import { useWholeList } from '../../../api/whole-list.ts';
import { useWords } from '../../../i18n/words.ts';
import { FailureSentence } from '../../../ui/failure-sentence.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { maintenanceEffect } from './maintenance-effect.ts';

/** The linked list shows the rest. */
const OWNERS_SHOWN = 3;

interface AffectedMachinesProps {
  readonly node: string;
  readonly startsAfterwards?: boolean;
}

/** The machines that a node's maintenance stops, their owners and what happens next. Loads without blocking the form. */
export function AffectedMachines({ node, startsAfterwards = false }: AffectedMachinesProps) {
  const { t } = useWords();
  const { data, error, refetch } = useWholeList('listAllWorkloads', { node });
  if (data) {
    // The list includes machines that the last maintenance stopped, although they have left the node.
    const here = data.filter((machine) => machine.node === node);
    const effect = maintenanceEffect(here, startsAfterwards);
    return (
      <div role="status">
        <Effect effect={effect} />
        {here.length > 0 && (
          <Content component="p">
            <TextLink opensNewTab to={`/admin/workloads?node=${encodeURIComponent(node)}`}>
              {t('maintenance.show')}
            </TextLink>
          </Content>
        )}
      </div>
    );
  }
  return (
    <Content component="p" role="status">
      {error ? (
        <FailureSentence
          failure={error}
          sentence={(text) => t('maintenance.unknown', { text })}
          onRetry={() => void refetch()}
        />
      ) : (
        t('maintenance.loading')
      )}
    </Content>
  );
}

function Effect({ effect }: { readonly effect: ReturnType<typeof maintenanceEffect> }) {
  const { t, format } = useWords();
  const { stopped, starts, reserved, moved, kept, owners } = effect;
  const shown = owners.slice(0, OWNERS_SHOWN).map((owner) => t('maintenance.owner', { ...owner }));
  const count = owners.length - shown.length;
  const names = format.list(count > 0 ? [...shown, t('maintenance.otherOwners', { count })] : shown);
  const sentences = [
    stopped === 0 ? t('maintenance.none') : t('maintenance.stopped', { count: stopped }),
    stopped > 0 && t('maintenance.owners', { names }),
    starts.never > 0 && t('maintenance.never', { count: starts.never }),
    starts.elsewhere > 0 && t('maintenance.elsewhere', { count: starts.elsewhere }),
    starts.afterwards > 0 && t('maintenance.afterwards', { count: starts.afterwards }),
    reserved > 0 && t('maintenance.reserved', { count: reserved }),
    moved > 0 && t('maintenance.moved', { count: moved }),
    kept > 0 && t('maintenance.kept', { count: kept }),
  ];
  return (
    <List>
      {sentences.map((sentence, index) => sentence !== false && <ListItem key={index}>{sentence}</ListItem>)}
    </List>
  );
}
