/** Inputs shared by several kinds of the catalogue. */
import { useTranslation } from 'react-i18next';
import { useWatch } from 'react-hook-form';
import { useLanguage } from '../../../i18n/i18n.ts';
import { NumberField, TextAreaField, TextField } from '../../../ui/form/inputs.tsx';
import { NONE, ReferenceField } from '../../../ui/form/reference-field.tsx';
import { Section } from '../../../ui/form/section.tsx';
import { TagsField } from '../../../ui/form/tags-field.tsx';

interface TextsProps {
  readonly hasDisplayName?: 'required' | 'optional';
  readonly isDescriptionRequired?: boolean;
}

/** The Chinese texts, which are also shown if there are no English ones. */
export function TextFields({ hasDisplayName, isDescriptionRequired = false }: TextsProps) {
  const { t } = useTranslation();
  return (
    <>
      {hasDisplayName && (
        <TextField
          isEmptyAbsent
          isRequired={hasDisplayName === 'required'}
          name="displayName"
          label={t('catalogue.displayName')}
          help={t('catalogue.chineseHelp')}
        />
      )}
      <TextAreaField
        isEmptyAbsent
        isRequired={isDescriptionRequired}
        rows={2}
        name="description"
        label={t('catalogue.description')}
        {...(!hasDisplayName && { help: t('catalogue.chineseHelp') })}
      />
    </>
  );
}

/** The same texts in English. */
export function EnglishFields({ hasDisplayName = false }: { readonly hasDisplayName?: boolean }) {
  const { t } = useTranslation();
  return (
    <Section title={t('catalogue.english')}>
      {hasDisplayName && (
        <TextField
          isEmptyAbsent
          name="translations.en.displayName"
          label={t('catalogue.englishDisplayName')}
        />
      )}
      <TextAreaField
        isEmptyAbsent
        rows={2}
        name="translations.en.description"
        label={t('catalogue.englishDescription')}
      />
    </Section>
  );
}

export function TagsInput() {
  const { t } = useTranslation();
  return <TagsField name="tags" label={t('catalogue.tags')} help={t('catalogue.tagsHelp')} />;
}

interface GpuFieldsProps {
  /** The form value with the GPU's name. */
  readonly name: string;
  readonly numberName: string;
  readonly max: number;
  readonly warning?: string | undefined;
}

/** A GPU model and its number, or the explicit choice of none. */
export function GpuFields({ name, numberName, max, warning }: GpuFieldsProps) {
  const { t } = useTranslation();
  const gpu: unknown = useWatch({ name });
  return (
    <>
      <ReferenceField
        isRequired
        name={name}
        label={t('sku.gpu')}
        operation="listGpus"
        titleOf={({ vendor, model }) => `${vendor} ${model}`}
        none={t('sku.noGpu')}
      />
      {gpu !== NONE && (
        <NumberField
          isRequired
          name={numberName}
          label={t('catalogue.gpuNumber')}
          min={1}
          max={max}
          warning={warning}
        />
      )}
    </>
  );
}

/** The texts of an object in the current language, with the other language below. */
export function TextsOf({ zh, en }: { readonly zh: string; readonly en: string | undefined }) {
  const language = useLanguage();
  const [first, second] = language === 'en' && en ? [en, zh] : [zh, en];
  return (
    <>
      {first || '–'}
      {second && second !== first && (
        <div>
          <small lang={second === en ? 'en' : 'zh'}>{second}</small>
        </div>
      )}
    </>
  );
}
