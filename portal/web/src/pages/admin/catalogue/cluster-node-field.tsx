import type { ClusterNode } from '@gpulease/contract/catalog';
import { FormGroup, FormSelect, FormSelectOption } from '@patternfly/react-core';
import { useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { choicesFailure } from '../../../ui/form/choices-failure.tsx';
import { FieldHelp } from '../../../ui/form/field.tsx';
import { NONE } from '../../../ui/form/reference-field.tsx';
import { useClusterNodes } from './node-fit.ts';

const MOST_CHARACTERS = 63;

/** The cluster's Nodes that are not registered yet; the one chosen fills in what it has. */
export function ClusterNodeField() {
  const { t } = useTranslation();
  const id = useId();
  const { setValue } = useFormContext();
  const [chosen, setChosen] = useState('');
  const list = useClusterNodes();
  const nodes = list.data ?? [];
  const fillIn = (node: ClusterNode) => {
    const [gpus] = node.gpus;
    const values = {
      name: node.name.slice(0, MOST_CHARACTERS),
      nodeName: node.name.length > MOST_CHARACTERS ? node.name : null,
      'resources.cpu': node.allocatable.cpu,
      'resources.memory': node.allocatable.memory,
      'resources.gpuModel': gpus?.gpu ?? NONE,
      'resources.gpuNumber': gpus?.count ?? 1,
    };
    for (const [name, value] of Object.entries(values)) setValue(name, value, { shouldDirty: true });
  };
  return (
    <FormGroup fieldId={id} label={t('node.clusterNode')}>
      <FormSelect
        id={id}
        value={chosen}
        aria-describedby={`${id}-help`}
        onChange={(_, name) => {
          setChosen(name);
          const node = nodes.find((one) => one.name === name);
          if (node) fillIn(node);
        }}
      >
        <FormSelectOption value="" label={t('node.byHand')} />
        {nodes.map(({ name, ready, allocatable, gpus }) => (
          <FormSelectOption
            key={name}
            value={name}
            label={t(ready ? 'node.clusterNodeOption' : 'node.clusterNodeNotReady', {
              name,
              count: allocatable.cpu,
              gpus: gpus.map(({ gpu, count }) => `${gpu} × ${count}`).join(', ') || t('sku.noGpu'),
            })}
          />
        ))}
      </FormSelect>
      <FieldHelp
        id={`${id}-help`}
        error={undefined}
        help={choicesFailure(list) ?? t('node.clusterNodeHelp', { count: nodes.length })}
      />
    </FormGroup>
  );
}
