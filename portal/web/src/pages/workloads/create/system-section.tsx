import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { imageTitle } from '../../../catalog/queries.ts';
import { NumberField, SelectField, TextField } from '../../../ui/form/inputs.tsx';
import { SshKeysField } from '../../../workloads/ssh-keys-field.tsx';
import { DEFAULT_DISK_GIB, includedDisk, type Catalogue, type OrderInput } from './order.ts';
import { Section } from './section.tsx';

/** What it is called, what it boots, how large the disk is and who may sign in. */
export function SystemSection({ skus, images }: Catalogue) {
  const { t } = useTranslation();
  const form = useFormContext<OrderInput>();
  const [sku, image, skuQuantity] = form.watch(['sku', 'image', 'skuQuantity']);
  const chosenSku = skus.find(({ name }) => name === sku);
  const chosenImage = images.find(({ name }) => name === image);
  const isWindows = chosenImage?.osType === 'WINDOWS';
  const most = chosenSku ? includedDisk(chosenSku, skuQuantity) : DEFAULT_DISK_GIB;
  return (
    <Section title={t('order.section.system')}>
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
        options={images.map((option) => ({ value: option.name, label: imageTitle(option) }))}
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
      <SshKeysField help={t(isWindows ? 'order.keysHelpWindows' : 'order.keysHelp')} />
    </Section>
  );
}
