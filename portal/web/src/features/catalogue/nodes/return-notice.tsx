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

/** Of the condition Ready: the host does not answer, or is gone. */
const LOST: readonly string[] = ['NodeNotReady', 'NodeNotFound'];

/** The taint that tells Kubernetes that a node is off, so that it removes the pods and detaches the volumes. */
const OUT_OF_SERVICE = 'node.kubernetes.io/out-of-service=nodeshutdown:NoExecute';

/** Of a node that does not answer: when it is expected back, a button to say so to those whose machines wait for it, and how it is fenced. */
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
        {/* An operator confirms that the host is off; machines wait for that to start on other nodes by themselves. */}
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
