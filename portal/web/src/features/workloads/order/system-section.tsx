import type { Image } from '@gpulease/contract/catalogue';
import { Gallery, GalleryItem } from '@patternfly/react-core';
import type { TFunction } from 'i18next';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/form/field.tsx';
import { SelectField, TextField } from '../../../ui/form/inputs.tsx';
import { Section } from '../../../ui/form/section.tsx';
import { imageTitle } from '../../offers/queries.ts';
import { SshKeysField } from '../ssh-keys/ssh-keys-field.tsx';
import { ChoiceCard } from './choice-card.tsx';
import { lacksDriver } from './default-image.ts';
import { type Catalogue, chosenIn, type OrderInput } from './order.ts';
import { useOrderedFor } from './ordered-for.ts';

export function SystemSection(catalogue: Catalogue) {
  const { t } = useTranslation();
  const { sku, image } = chosenIn(useFormContext<OrderInput>().watch(), catalogue);
  const isWindows = image?.osType === 'WINDOWS';
  const isOwn = useOrderedFor() === undefined;
  const keysHelp = isOwn ? 'order.keysHelp' : 'orderFor.keysHelp';
  return (
    <Section title={t('order.section.system')}>
      <ImageField
        images={catalogue.images}
        help={sku && image && lacksDriver(image, sku) ? t('order.noDriver') : undefined}
      />
      <TextField
        isRequired
        name="name"
        label={t('workload.name')}
        help={t('auth.usernameHelp')}
        autoComplete="off"
      />
      <SshKeysField hasSaved={isOwn} help={t(isWindows ? 'order.keysHelpWindows' : keysHelp)} />
    </Section>
  );
}

/** Above this number, a select is easier to search than cards. */
const MOST_CARDS = 12;
const widths = { default: '200px' };

interface ImageFieldProps {
  readonly images: readonly Image[];
  readonly help: string | undefined;
}

function ImageField({ images, help }: ImageFieldProps) {
  const { t } = useTranslation();
  const { setValue } = useFormContext<OrderInput>();
  const field = { isRequired: true, name: 'image', label: t('workload.image'), help };
  const onChoose = () => setValue('isImageChosen', true);
  if (images.length > MOST_CARDS)
    return (
      <SelectField
        {...field}
        placeholder={t('order.chooseImage')}
        options={images.map((image) => ({
          value: image.name,
          label: [imageTitle(image), ...softwareOf(image, t)].join(' · '),
        }))}
        onChoose={onChoose}
      />
    );
  return (
    <Field {...field} role="radiogroup">
      {(value, onChange, { id, name: group }) => (
        <Gallery hasGutter minWidths={widths}>
          {images.map((image) => (
            <GalleryItem key={image.name}>
              <ChoiceCard
                group={group}
                id={`${id}-${image.name}`}
                title={imageTitle(image)}
                isChosen={value === image.name}
                onChoose={() => {
                  onChange(image.name);
                  onChoose();
                }}
              >
                {softwareOf(image, t).join(' · ') || t('order.driverUnknown')}
              </ChoiceCard>
            </GalleryItem>
          ))}
        </Gallery>
      )}
    </Field>
  );
}

function softwareOf({ cudaVersion, gpuDriverVersion }: Image, t: TFunction): string[] {
  return [
    ...(cudaVersion === null ? [] : [`CUDA ${cudaVersion}`]),
    ...(gpuDriverVersion === null ? [] : [t('order.driver', { version: gpuDriverVersion.split('.')[0] })]),
  ];
}
