import { imageChange, imageCreation } from '@gpulease/contract/catalogue-editing';
import { architectures, imageSourceTypes, imageStatuses, osTypes } from '@gpulease/contract/enums';
import { useTranslation } from 'react-i18next';
import { useWatch, type FieldValues } from 'react-hook-form';
import { defineResource, detail, operationsOf } from '../resource/resource-kind.ts';
import { optionsOf } from '../../../ui/form/options.ts';
import { PortField, RadioField, SelectField } from '../../../ui/form/inputs.tsx';
import { QuantityField } from '../../../ui/form/quantity-field.tsx';
import { Section } from '../../../ui/form/section.tsx';
import { description, EnglishFields, TextFields, TextLine } from './inputs.tsx';
import { selectFilter, statusFilter } from '../../../ui/table/filter-kinds.ts';
import { column, textColumn } from '../../../ui/table/column-kinds.tsx';

const partsOf = { REGISTRY: ['url'], HTTP: ['url', 'checksum'], DATA_SOURCE: ['namespace', 'name'] } as const;
type SourceType = keyof typeof partsOf;

/** Versions of installed GPU software, with examples. */
const versions = [
  ['gpuDriverVersion', '550.90.07'],
  ['cudaVersion', '12.4'],
] as const;

function ImageFields() {
  const { t } = useTranslation();
  const type = useWatch<FieldValues, string>({ name: 'source.type' }) as SourceType;
  return (
    <>
      <TextFields isDescriptionRequired />
      <RadioField
        isRequired
        name="osType"
        label={t('image.osType')}
        options={optionsOf(osTypes, (value) => t(`osType.${value}`))}
      />
      <TextLine isRequired name="version" label={t('image.version')} example="Ubuntu 24.04" />
      <SelectField
        isRequired
        name="architecture"
        label={t('image.architecture')}
        options={optionsOf(architectures, (value) => value)}
      />
      <QuantityField isRequired name="size" label={t('image.size')} unit="GiB" help={t('image.sizeHelp')} />
      <TextLine name="defaultUser" label={t('image.defaultUser')} example="ubuntu" />
      {versions.map(([name, example]) => (
        <TextLine
          key={name}
          name={name}
          label={t(`image.${name}`)}
          help={t(`image.${name}Help`)}
          // The help describes the format.
          messages={{ invalid: t(`image.${name}Help`) }}
          example={example}
        />
      ))}
      <PortField
        name="gpuMetricsPort"
        label={t('image.gpuMetricsPort')}
        help={t('image.gpuMetricsPortHelp')}
      />
      <Section title={t('image.source')}>
        <RadioField
          isRequired
          name="source.type"
          label={t('image.sourceType')}
          options={optionsOf(
            imageSourceTypes,
            (value) => t(`image.sources.${value}`),
            (value) => t(`image.sourceHelp.${value}`),
          )}
        />
        {partsOf[type].map((part) => (
          <TextLine key={part} isRequired name={`source.${part}`} label={t(`image.parts.${part}`)} />
        ))}
      </Section>
      <EnglishFields />
    </>
  );
}

export const vmImages = defineResource({
  area: 'vm-images',
  operations: operationsOf('VmImage', 'listVmImages'),
  creation: imageCreation,
  change: imageChange,
  status: { look: 'image', statuses: imageStatuses, operation: 'setVmImageStatus' },
  properties: ({ t, format }) => [
    description(t, false),
    column('osType', t('image.osType'), ({ osType }) => t(`osType.${osType}`), { sortBy: 'osType' }),
    textColumn('version', t('image.version'), { sortBy: 'version' }),
    column('size', t('image.size'), ({ size }) => format.gib(size), { sortBy: 'size', isNarrow: true }),
    column('architecture', t('image.architecture'), ({ architecture }) => (
      <span lang="en">{architecture}</span>
    )),
    { ...textColumn('gpuDriverVersion', t('image.gpuDriverVersion')), isDetail: true },
    { ...textColumn('cudaVersion', t('image.cudaVersion')), isDetail: true },
    { ...textColumn('gpuMetricsPort', t('image.gpuMetricsPort')), isDetail: true },
    textColumn('workloads', t('navigation.admin.workloads')),
    detail('defaultUser', t('image.defaultUser'), ({ defaultUser }) => defaultUser || '–'),
    detail('source', t('image.source'), ({ source }) => (
      <>
        {t(`image.sources.${source.type}`)}{' '}
        <code>{source.type === 'DATA_SOURCE' ? `${source.namespace}/${source.name}` : source.url}</code>
      </>
    )),
    detail('import', t('image.importProgress'), ({ importProgress }) => importProgress),
  ],
  filters: ({ t }) => [
    statusFilter('image', imageStatuses, t),
    selectFilter('osType', t('image.osType'), osTypes, (value) => t(`osType.${value}`)),
  ],
  Fields: ImageFields,
  initial: {
    description: null,
    translations: { en: { description: null } },
    osType: 'LINUX',
    version: null,
    architecture: 'amd64',
    size: null,
    defaultUser: null,
    gpuDriverVersion: null,
    cudaVersion: null,
    gpuMetricsPort: null,
    source: { type: 'REGISTRY', url: null, checksum: null, namespace: null, name: null },
  },
  toBody: ({ source, ...values }) => ({ ...values, source: sourceOf(source as FieldValues) }),
  usedBy: [{ operation: 'listAllWorkloads', by: 'image' }],
});

function sourceOf(source: FieldValues): FieldValues {
  const names: readonly string[] = ['type', ...partsOf[source.type as SourceType]];
  return Object.fromEntries(Object.entries(source).filter(([name]) => names.includes(name)));
}
