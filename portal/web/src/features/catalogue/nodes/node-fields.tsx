import { nodeSharings } from '@gpulease/contract/enums';
import { useTranslation } from 'react-i18next';
import { inLanguage } from '../../offers/translations.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { optionsOf } from '../../../ui/form/options.ts';
import { NumberField, RadioField, TextAreaField, TextField } from '../../../ui/form/inputs.tsx';
import { QuantityField } from '../../../ui/form/quantity-field.tsx';
import { ReferenceField, ReferencesField } from '../../../ui/form/reference-field.tsx';
import { Section } from '../../../ui/form/section.tsx';
import { ClusterNodeField } from './cluster-node-field.tsx';
import { GpuFields, TagsInput } from '../kinds/inputs.tsx';
import { useBeyondHost, useMisfit } from './node-fit.ts';

/** The fields of a node; a new one also shows the host's resources. */
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
      <TextField isEmptyAbsent name="nodeName" label={t('node.nodeName')} help={t('node.nodeNameHelp')} />
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
          label={t('node.memory')}
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
