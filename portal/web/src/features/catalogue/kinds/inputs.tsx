import type { Translations } from '@gpulease/contract/catalogue';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useWatch } from 'react-hook-form';
import { useLanguage } from '../../../i18n/i18n.ts';
import type { FieldProps } from '../../../ui/form/field.tsx';
import { NumberField, TextAreaField, TextField } from '../../../ui/form/inputs.tsx';
import { NONE, ReferenceField } from '../../../ui/form/reference-field.tsx';
import { Section } from '../../../ui/form/section.tsx';
import { TagsField } from '../../../ui/form/tags-field.tsx';

interface TextLineProps extends FieldProps {
  /** The placeholder, the same in every language. */
  readonly example?: string;
  readonly inputMode?: 'decimal';
}

/** A text field whose value is absent while it is empty. */
export function TextLine({ example, ...props }: TextLineProps) {
  return <TextField isEmptyAbsent {...props} {...(example && { lang: 'en', placeholder: example })} />;
}

interface TextsProps {
  readonly hasDisplayName?: 'required' | 'optional';
  readonly isDescriptionRequired?: boolean;
}

/** The Chinese texts, which also replace missing English ones. */
export function TextFields({ hasDisplayName, isDescriptionRequired = false }: TextsProps) {
  const { t } = useTranslation();
  const help = t('catalogue.chineseHelp');
  return (
    <>
      {hasDisplayName && (
        <TextLine
          isRequired={hasDisplayName === 'required'}
          name="displayName"
          label={t('catalogue.displayName')}
          help={help}
        />
      )}
      <TextAreaField
        isEmptyAbsent
        isRequired={isDescriptionRequired}
        rows={2}
        name="description"
        label={t('catalogue.description')}
        {...(!hasDisplayName && { help })}
      />
    </>
  );
}

export function EnglishFields({ hasDisplayName = false }: { readonly hasDisplayName?: boolean }) {
  const { t } = useTranslation();
  return (
    <Section title={t('catalogue.english')}>
      {hasDisplayName && (
        <TextLine name="translations.en.displayName" label={t('catalogue.englishDisplayName')} />
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
  readonly name: string;
  readonly numberName: string;
  readonly max: number;
  readonly warning?: string | undefined;
}

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
function TextsOf({ zh, en }: { readonly zh: string; readonly en: string | undefined }) {
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

interface Described {
  readonly description: string;
  readonly translations: Translations;
}

export const displayName = (t: TFunction) => ({
  key: 'displayName',
  title: t('catalogue.displayName'),
  sortBy: 'displayName' as const,
  render: ({ displayName, translations }: Described & { readonly displayName: string }) => (
    <TextsOf zh={displayName} en={translations.en?.displayName} />
  ),
});

export const description = (t: TFunction, isDetail = true) => ({
  key: 'description',
  title: t('catalogue.description'),
  isDetail,
  render: ({ description, translations }: Described) => (
    <TextsOf zh={description} en={translations.en?.description} />
  ),
});
