import { regionChange, regionCreation } from '@gpulease/contract/catalogue-editing';
import {
  activityStatuses,
  exposureTypes,
  gpuCheckPolicies,
  httpSchemes,
  storageLocalities,
} from '@gpulease/contract/enums';
import { useTranslation } from 'react-i18next';
import { useWatch, type FieldValues } from 'react-hook-form';
import { fleetTab } from '../resource/fleet-tab.tsx';
import { Tags } from '../resource/labels.tsx';
import { defineResource, detail, operationsOf } from '../resource/resource-kind.ts';
import { optionsOf } from '../../../ui/form/options.ts';
import { NumberField, RadioField } from '../../../ui/form/inputs.tsx';
import { TagsField } from '../../../ui/form/tags-field.tsx';
import { Section } from '../../../ui/form/section.tsx';
import { description, displayName, EnglishFields, TagsInput, TextFields, TextLine } from './inputs.tsx';
import { statusFilter } from '../../../ui/table/filter-kinds.ts';
import { column, textColumn } from '../../../ui/table/column-kinds.tsx';

function RegionFields() {
  const { t } = useTranslation();
  const { exposureType, gpuCheckPolicy }: FieldValues = useWatch();
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
        <TextLine name="httpDomain" label={t('region.httpDomain')} help={t('region.httpDomainHelp')} />
        <TextLine
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
        <TextLine
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
        <TextLine name="cpuModel" label={t('region.cpuModel')} help={t('region.cpuModelHelp')} />
      </Section>
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
        {gpuCheckPolicy !== 'NEVER' && (
          <>
            <TextLine
              isRequired
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
      <EnglishFields hasDisplayName />
    </>
  );
}

export const regions = defineResource({
  area: 'regions',
  operations: operationsOf('Region', 'listRegions'),
  creation: regionCreation,
  change: regionChange,
  status: { look: 'activity', statuses: activityStatuses, operation: 'setRegionStatus' },
  properties: ({ t }) => [
    displayName(t),
    textColumn('nodes', t('navigation.admin.nodes')),
    column('gpus', t('catalogue.gpusFree'), ({ gpus }) =>
      gpus.length === 0
        ? '–'
        : gpus.map(({ model, free, total }) => <div key={model}>{`${model} ${free}/${total}`}</div>),
    ),
    textColumn('workloads', t('navigation.admin.workloads')),
    column('tags', t('catalogue.tags'), ({ tags }) => <Tags tags={tags} />),
    description(t),
    detail('exposure', t('region.exposureType'), ({ exposureType, addresses }) => (
      <>
        {t(`region.exposure.${exposureType}`)} {addresses.join(', ')}
      </>
    )),
    detail('nodePorts', t('region.nodePorts'), ({ nodePorts }) =>
      nodePorts === null ? '–' : t('region.portsFree', nodePorts),
    ),
    detail(
      'httpDomain',
      t('region.httpDomain'),
      ({ httpDomain, httpScheme, ingressClassName }) =>
        httpDomain &&
        [`${httpScheme.toLowerCase()}://*.${httpDomain}`, ingressClassName].filter(Boolean).join(' · '),
    ),
    detail('storage', t('node.storage'), ({ storageClassName, storageLocality }) =>
      [storageClassName, t(`region.locality.${storageLocality}`)].filter(Boolean).join(' · '),
    ),
    detail('cpuModel', t('region.cpuModel'), ({ cpuModel }) => cpuModel ?? t('region.defaultCpuModel')),
    detail('gpuCheck', t('region.gpuCheckPolicy'), ({ gpuCheckPolicy, gpuCheckImage }) =>
      [t(`region.gpuCheck.${gpuCheckPolicy}`), gpuCheckImage].filter(Boolean).join(' · '),
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
  // The API reports the object's name for a region without a display name.
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
