import type { ClusterNode } from '@gpulease/contract/catalogue';
import { nodeSharings } from '@gpulease/contract/enums';
import { FormGroup, FormSelect, FormSelectOption } from '@patternfly/react-core';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useWholeList } from '../../../api/whole-list.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { choicesFailure } from '../../../ui/form/choices-failure.tsx';
import { FieldHelp } from '../../../ui/form/field-help.tsx';
import { NumberField, RadioField, TextAreaField } from '../../../ui/form/inputs.tsx';
import { optionsOf } from '../../../ui/form/options.ts';
import { QuantityField } from '../../../ui/form/quantity-field.tsx';
import { ReferenceField, ReferencesField } from '../../../ui/form/reference-field.tsx';
import { Section } from '../../../ui/form/section.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { inLanguage } from '../../offers/queries.ts';
import { GpuFields, TagsInput, TextLine } from '../kinds/inputs.tsx';
import { gpusText, useBeyondHost, useClusterNodes, useMisfit } from './node-fit.ts';
import { proposalFor } from './proposal.ts';

export function NodeFields({ isNew }: { readonly isNew: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const beyond = useBeyondHost();
  const misfit = useMisfit();
  return (
    <>
      {isNew && <ClusterNodeField />}
      <TextAreaField
        isRequired
        isEmptyAbsent
        rows={2}
        name="description"
        label={t('catalogue.description')}
      />
      <ReferenceField
        isRequired
        name="region"
        label={t('workload.region')}
        operation="listRegions"
        titleOf={(item) => inLanguage(item, language).displayName}
      />
      <TextLine name="nodeName" label={t('node.nodeName')} help={t('node.nodeNameHelp')} />
      <Section title={t('node.resources')}>
        <NumberField
          isRequired
          name="resources.cpu"
          label={t('catalogue.cpu')}
          min={1}
          max={4096}
          warning={beyond.cpu}
        />
        <QuantityField
          isRequired
          name="resources.memory"
          label={t('catalogue.machineMemory')}
          unit="MB"
          help={t('node.memoryHelp')}
          warning={beyond.memory}
        />
        <QuantityField
          isRequired
          name="resources.storage"
          label={t('node.storage')}
          unit="GB"
          help={t('node.storageHelp')}
        />
        <GpuFields
          name="resources.gpuModel"
          numberName="resources.gpuNumber"
          max={64}
          warning={beyond.gpus}
        />
      </Section>
      <ReferencesField
        isRequired
        name="skus"
        label={t('navigation.admin.skus')}
        help={t('node.skusHelp')}
        operation="listSkus"
        titleOf={(sku) => [inLanguage(sku, language).displayName, misfit(sku)].filter(Boolean).join(' · ')}
      />
      <RadioField
        name="sharing"
        label={t('node.sharing')}
        options={optionsOf(
          nodeSharings,
          (value) => t(`node.sharings.${value}`),
          (value) => t(`node.sharingHelp.${value}`),
        )}
      />
      <TagsInput />
    </>
  );
}

/** The cluster's unregistered Nodes. Choosing one fills in its resources. */
function ClusterNodeField() {
  const { t } = useTranslation();
  const id = useId();
  const list = useClusterNodes();
  const nodes = list.data ?? [];
  const [chosen, choose] = useChosenHost(nodes);
  const unknown = nodes.find(({ name }) => name === chosen)?.devices ?? [];
  return (
    <FormGroup fieldId={id} label={t('node.clusterNode')}>
      <FormSelect id={id} value={chosen} aria-describedby={`${id}-help`} onChange={(_, name) => choose(name)}>
        <FormSelectOption value="" label={t('node.byHand')} />
        {nodes.map((node) => (
          <FormSelectOption
            key={node.name}
            value={node.name}
            label={t(node.ready ? 'node.clusterNodeOption' : 'node.clusterNodeNotReady', {
              name: node.name,
              count: node.allocatable.cpu,
              gpus: gpusText(node, t),
            })}
          />
        ))}
      </FormSelect>
      <FieldHelp
        id={`${id}-help`}
        error={undefined}
        help={choicesFailure(list) ?? t('node.clusterNodeHelp', { count: nodes.length })}
      />
      {unknown.length > 0 && (
        <InlineAlert
          variant="warning"
          title={t('node.unknownDevices', { names: unknown.map(({ deviceName }) => deviceName).join(', ') })}
        >
          <TextLink opensNewTab to="/admin/gpus/create">
            {t('node.createGpu')}
          </TextLink>
        </InlineAlert>
      )}
    </FormGroup>
  );
}

/** Returns the chosen host, by default the one in the URL, and a setter. Fills in the host's proposal. */
function useChosenHost(nodes: readonly ClusterNode[]) {
  const { setValue } = useFormContext();
  const [params] = useSearchParams();
  const [picked, setPicked] = useState<string>();
  const regions = useWholeList('listRegions', {}).data;
  const skus = useWholeList('listSkus', {}).data;
  const wanted = params.get('host') ?? '';
  const fillIn = (name: string) => {
    const node = nodes.find((one) => one.name === name);
    if (!node) return;
    const values = proposalFor(node, { regions: regions ?? [], skus: skus ?? [] });
    for (const [path, value] of Object.entries(values)) setValue(path, value, { shouldDirty: true });
  };
  const isKnown = regions !== undefined && skus !== undefined && nodes.some(({ name }) => name === wanted);
  const fillInWanted = useEffectEvent(() => fillIn(wanted));
  useEffect(() => {
    if (isKnown) fillInWanted();
  }, [isKnown, wanted]);
  const choose = (name: string) => {
    setPicked(name);
    fillIn(name);
  };
  return [picked ?? (isKnown ? wanted : ''), choose] as const;
}
