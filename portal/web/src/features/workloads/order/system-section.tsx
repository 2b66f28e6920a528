import type { Image } from '@gpulease/contract/catalogue';
import { workloadTypes } from '@gpulease/contract/enums';
import type { TFunction } from 'i18next';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { imageTitle } from '../../offers/queries.ts';
import { optionsOf } from '../../../ui/form/options.ts';
import { NumberField, SelectField, TextField } from '../../../ui/form/inputs.tsx';
import { PastedKeysField, SshKeysField } from '../ssh-keys/ssh-keys-field.tsx';
import { lacksDriver } from './default-image.ts';
import { DEFAULT_DISK_GIB, includedDisk, type Catalogue, type OrderInput } from './order.ts';
import { useOrderedFor } from './ordered-for.ts';
import { Section } from '../../../ui/form/section.tsx';

/** Name, image, disk and SSH keys. */
export function SystemSection({ skus, images }: Catalogue) {
  const { t } = useTranslation();
  const form = useFormContext<OrderInput>();
  const [sku, image, skuQuantity] = form.watch(['sku', 'image', 'skuQuantity']);
  const chosenSku = skus.find(({ name }) => name === sku);
  const chosenImage = images.find(({ name }) => name === image);
  const most = chosenSku ? includedDisk(chosenSku, skuQuantity) : DEFAULT_DISK_GIB;
  return (
    <Section title={t('order.section.system')}>
      <SelectField
        isRequired
        name="type"
        label={t('workload.type')}
        placeholder={t('form.choose')}
        options={optionsOf(workloadTypes, (value) => t(`workloadType.${value}`))}
      />
      <TextField
        isRequired
        name="name"
        label={t('workload.name')}
        help={t('order.nameHelp')}
        autoComplete="off"
      />
      <SelectField
        isRequired
        name="image"
        label={t('workload.image')}
        placeholder={t('order.chooseImage')}
        options={images.map((option) => ({ value: option.name, label: labelOf(option, t) }))}
        help={chosenSku && chosenImage && lacksDriver(chosenImage, chosenSku) && t('order.noDriver')}
        onChoose={() => form.setValue('isImageChosen', true)}
      />
      <NumberField
        isRequired
        name="rootDiskSize"
        label={t('workload.rootDiskSize')}
        help={t('order.diskHelp', { most })}
        unit="GiB"
        min={Math.max(1, Math.ceil(chosenImage?.size ?? 1))}
        max={most}
      />
      <KeysField isWindows={chosenImage?.osType === 'WINDOWS'} />
    </Section>
  );
}

/** The SSH keys. Operators do not see a customer's saved keys. */
function KeysField({ isWindows }: { readonly isWindows: boolean }) {
  const { t } = useTranslation();
  const isOwn = useOrderedFor() === undefined;
  if (isOwn) return <SshKeysField help={t(isWindows ? 'order.keysHelpWindows' : 'order.keysHelp')} />;
  return <PastedKeysField help={t(isWindows ? 'order.keysHelpWindows' : 'orderFor.keysHelp')} />;
}

/** The label of an image, with its CUDA version and the branch of its driver. */
function labelOf(image: Image, t: TFunction): string {
  const { cudaVersion, gpuDriverVersion } = image;
  return [
    imageTitle(image),
    ...(cudaVersion === null ? [] : [`CUDA ${cudaVersion}`]),
    ...(gpuDriverVersion === null ? [] : [t('order.driver', { version: gpuDriverVersion.split('.')[0] })]),
  ].join(' · ');
}
