import { regionChange, regionCreation } from '@gpulease/contract/catalogue-editing';
import {
  activityStatuses,
  exposureTypes,
  gpuCheckPolicies,
  httpSchemes,
  storageLocalities,
} from '@gpulease/contract/enums';
import { useTranslation } from 'react-i18next';
import { useWatch } from 'react-hook-form';
import { fleetTab } from '../resource/fleet-tab.tsx';
import { Tags } from '../resource/labels.tsx';
import { defineResource, detail } from '../resource/resource-kind.ts';
import { optionsOf } from '../../../ui/form/options.ts';
import { NumberField, RadioField, TextField } from '../../../ui/form/inputs.tsx';
import { TagsField } from '../../../ui/form/tags-field.tsx';
import { Section } from '../../../ui/form/section.tsx';
import { EnglishFields, TagsInput, TextFields } from './inputs.tsx';
import { statusFilter } from '../../../ui/table/filter-kinds.ts';
import { column, textColumn } from '../../../ui/table/column-kinds.tsx';
import { description, displayName } from './texts.tsx';

function RegionFields() {
  const { t } = useTranslation();
  const exposureType: unknown = useWatch({ name: 'exposureType' });
  return (
    <>
      <TextFields hasDisplayName="optional" isDescriptionRequired />
      <TagsInput />
      <Section title={t('region.exposureType')}>
        <RadioField
          isRequired
          name="exposureType"
          label={t('region.exposureType')}
          options={optionsOf(
            exposureTypes,
            (value) => t(`region.exposure.${value}`),
            (value) => t(`region.exposureHelp.${value}`),
          )}
        />
        {exposureType === 'NODE_PORT' && (
          <TagsField
            isRequired
            name="addresses"
            label={t('region.addresses')}
            help={t('region.addressesHelp')}
          />
        )}
        <TextField
          isEmptyAbsent
          name="httpDomain"
          label={t('region.httpDomain')}
          help={t('region.httpDomainHelp')}
        />
        <TextField
          isEmptyAbsent
          name="ingressClassName"
          label={t('region.ingressClassName')}
          help={t('region.defaultClass')}
        />
        <RadioField
          name="httpScheme"
          label={t('region.httpScheme')}
          options={optionsOf(
            httpSchemes,
            (value) => value,
            (value) => t(`region.httpSchemeHelp.${value}`),
          )}
        />
      </Section>
      <Section title={t('node.storage')}>
        <TextField
          isEmptyAbsent
          name="storageClassName"
          label={t('region.storageClassName')}
          help={t('region.defaultClass')}
        />
        <RadioField
          name="storageLocality"
          label={t('region.storageLocality')}
          options={optionsOf(
            storageLocalities,
            (value) => t(`region.locality.${value}`),
            (value) => t(`region.localityHelp.${value}`),
          )}
        />
      </Section>
      <Section title={t('region.machines')}>
        <TextField
          isEmptyAbsent
          name="cpuModel"
          label={t('region.cpuModel')}
          help={t('region.cpuModelHelp')}
        />
      </Section>
      <GpuCheckFields />
      <EnglishFields hasDisplayName />
    </>
  );
}

function GpuCheckFields() {
  const { t } = useTranslation();
  const policy: unknown = useWatch({ name: 'gpuCheckPolicy' });
  return (
    <Section title={t('gpuCheck.title')}>
      <RadioField
        name="gpuCheckPolicy"
        label={t('region.gpuCheckPolicy')}
        options={optionsOf(
          gpuCheckPolicies,
          (value) => t(`region.gpuCheck.${value}`),
          (value) => t(`region.gpuCheckHelp.${value}`),
        )}
      />
      {policy !== 'NEVER' && (
        <>
          <TextField
            isRequired
            isEmptyAbsent
            name="gpuCheckImage"
            label={t('region.gpuCheckImage')}
            help={t('region.gpuCheckImageHelp')}
          />
          <NumberField
            name="gpuCheckTimeout"
            label={t('region.gpuCheckTimeout')}
            min={1}
            max={120}
            perUnit={60}
            unit={t('autoStop.minute')}
          />
        </>
      )}
    </Section>
  );
}

export const regions = defineResource({
  area: 'regions',
  operations: {
    list: 'listRegions',
    get: 'getRegion',
    create: 'createRegion',
    update: 'updateRegion',
    remove: 'deleteRegion',
  },
  creation: regionCreation,
  change: regionChange,
  status: { look: 'activity', statuses: activityStatuses, operation: 'setRegionStatus' },
  properties: (words) => [
    displayName(words),
    textColumn('nodes', words.t('navigation.admin.nodes')),
    column('gpus', words.t('catalogue.gpusFree'), ({ gpus }) =>
      gpus.length === 0
        ? '–'
        : gpus.map(({ model, free, total }) => <div key={model}>{`${model} ${free}/${total}`}</div>),
    ),
    textColumn('workloads', words.t('navigation.admin.workloads')),
    column('tags', words.t('catalogue.tags'), ({ tags }) => <Tags tags={tags} />),
    description(words),
    detail('exposure', words.t('region.exposureType'), ({ exposureType, addresses }) => (
      <>
        {words.t(`region.exposure.${exposureType}`)} {addresses.join(', ')}
      </>
    )),
    detail('nodePorts', words.t('region.nodePorts'), ({ nodePorts }) =>
      nodePorts === null ? '–' : words.t('region.portsFree', nodePorts),
    ),
    detail(
      'httpDomain',
      words.t('region.httpDomain'),
      ({ httpDomain, httpScheme, ingressClassName }) =>
        httpDomain &&
        [`${httpScheme.toLowerCase()}://*.${httpDomain}`, ingressClassName].filter(Boolean).join(' · '),
    ),
    detail('storage', words.t('node.storage'), ({ storageClassName, storageLocality }) =>
      [storageClassName, words.t(`region.locality.${storageLocality}`)].filter(Boolean).join(' · '),
    ),
    detail(
      'cpuModel',
      words.t('region.cpuModel'),
      ({ cpuModel }) => cpuModel ?? words.t('region.defaultCpuModel'),
    ),
    detail('gpuCheck', words.t('region.gpuCheckPolicy'), ({ gpuCheckPolicy, gpuCheckImage }) =>
      [words.t(`region.gpuCheck.${gpuCheckPolicy}`), gpuCheckImage].filter(Boolean).join(' · '),
    ),
  ],
  filters: ({ t }) => [statusFilter('activity', activityStatuses, t)],
  Fields: RegionFields,
  initial: {
    displayName: null,
    description: null,
    translations: { en: { displayName: null, description: null } },
    tags: [],
    exposureType: 'NODE_PORT',
    addresses: [],
    httpDomain: null,
    ingressClassName: null,
    httpScheme: 'HTTP',
    storageClassName: null,
    storageLocality: 'SHARED',
    cpuModel: null,
    gpuCheckPolicy: 'NEVER',
    gpuCheckImage: null,
    gpuCheckTimeout: 900,
  },
  // A region without a display name is called by its object's name.
  toValues: ({ name, displayName }) => ({ displayName: displayName === name ? null : displayName }),
  toBody: (values) => ({
    ...values,
    addresses: values.exposureType === 'NODE_PORT' ? (values.addresses as unknown) : [],
  }),
  tabs: ({ name, gpus }, { t }) => [fleetTab(t, { kind: 'region', name, hasGpus: gpus.length > 0 })],
  usedBy: [
    { operation: 'listNodes', by: 'region' },
    { operation: 'listAllWorkloads', by: 'region' },
  ],
});
