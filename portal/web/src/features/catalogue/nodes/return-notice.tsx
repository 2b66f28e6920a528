import type { Node } from '@gpulease/contract/catalogue';
import { nodeReturn } from '@gpulease/contract/catalogue-editing';
import { AlertActionLink, Content } from '@patternfly/react-core';
import { useState } from 'react';
import { useWords } from '../../../i18n/words.ts';
import { Copyable } from '../../../ui/copyable.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { InstantField } from '../../../ui/form/instant-field.tsx';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { useNodeChange } from './use-node-change.ts';

/** Reasons of the condition Ready: the host does not respond, or is gone. */
const LOST: readonly string[] = ['NodeNotReady', 'NodeNotFound'];

/** Taint that marks a node as shut down, so that Kubernetes deletes its pods and detaches its volumes. */
const OUT_OF_SERVICE = 'node.kubernetes.io/out-of-service=nodeshutdown:NoExecute';

/** For an unresponsive node: its expected return, a button to announce it to affected users, and the fencing commands. */
export function ReturnNotice({ item: node }: { readonly item: Node }) {
  const { t, format } = useWords();
  const [isAsked, setIsAsked] = useState(false);
  const { condition, expectedBackAt, managedBy } = node;
  const taint = `kubectl taint nodes ${node.nodeName ?? node.name} ${OUT_OF_SERVICE}`;
  if (!LOST.includes(condition.reason)) return null;
  return (
    <>
      <InlineAlert
        variant="info"
        title={
          expectedBackAt === null
            ? t('nodeReturn.none')
            : t('nodeReturn.at', { time: format.dateTime(expectedBackAt) })
        }
        actionLinks={
          managedBy === null && (
            <AlertActionLink onClick={() => setIsAsked(true)}>
              {t(expectedBackAt === null ? 'nodeReturn.set' : 'nodeReturn.change')}
            </AlertActionLink>
          )
        }
      >
        {/* Machines restart on other nodes only after an operator confirms that the host is off. */}
        <p>{t('nodeReturn.fence')}</p>
        <Copyable isInline label={t('nodeReturn.fenceCommand')} text={taint} />
        <p>{t('nodeReturn.unfence')}</p>
        <Copyable isInline label={t('nodeReturn.unfenceCommand')} text={`${taint}-`} />
      </InlineAlert>
      {isAsked && <ReturnDialog node={node} onClose={() => setIsAsked(false)} />}
    </>
  );
}

function ReturnDialog({ node, onClose }: { readonly node: Node; readonly onClose: () => void }) {
  const { t } = useWords();
  const { change } = useNodeChange('setNodeReturn', node, onClose);
  const form = useResourceForm(nodeReturn, { expectedBackAt: node.expectedBackAt });
  return (
    <FormDialog
      form={form}
      title={t('nodeReturn.ask', { name: node.name })}
      submitLabel={t('common.save')}
      onClose={onClose}
      onSubmit={change}
    >
      <Content component="p">{t('nodeReturn.body')}</Content>
      <InstantField
        name="expectedBackAt"
        label={t('nodeReturn.expectedBackAt')}
        help={t('nodeReturn.help')}
      />
    </FormDialog>
  );
}
