import type { Node } from '@gpulease/contract/catalogue';
import type { BodyInput } from '@gpulease/contract/routes';
import type { CallInput } from '../../../api/client.ts';
import { useWords } from '../../../i18n/words.ts';
import { useConfirmedSave } from '../../../ui/form/use-save.ts';
import { useAction } from '../../../ui/use-action.ts';
import { namesOf } from '../resource/resource-kind.ts';

type NodeChange = 'planMaintenance' | 'cancelMaintenance' | 'quarantineGpus' | 'repairGpus' | 'setNodeReturn';

export function useNodeChange<Id extends NodeChange>(operation: Id, node: Node, onDone: () => void) {
  const { t } = useWords();
  const save = useConfirmedSave('getNode', node);
  const { run, isBusy, failure } = useAction(operation, {
    refreshes: ['listNodes', 'getNode'],
    done: t('catalogue.updated', namesOf(t, 'nodes')),
    onDone,
  });
  const change = (body?: BodyInput<Id>) =>
    save((ifMatch) => run({ params: { name: node.name }, body, ifMatch } as unknown as CallInput<Id>));
  return { change, isBusy, failure };
}
