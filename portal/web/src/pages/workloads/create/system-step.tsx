import { Form } from '@patternfly/react-core';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { imageTitle } from '../../../catalog/queries.ts';
import { NumberField, SelectField, TextField } from '../../../ui/form/inputs.tsx';
import { DEFAULT_DISK_GIB, includedDisk, type Catalogue, type OrderInput } from './order.ts';
import { SshKeysField } from './ssh-keys-field.tsx';

/** Its name, what it boots, how large the disk is and who may sign in. */
export function SystemStep({ skus, images }: Catalogue) {
  const { t } = useTranslation();
  const form = useFormContext<OrderInput>();
  const [sku, image, skuQuantity] = form.watch(['sku', 'image', 'skuQuantity']);
  const chosenSku = skus.find(({ name }) => name === sku);
  const chosenImage = images.find(({ name }) => name === image);
  const most = chosenSku ? includedDisk(chosenSku, skuQuantity) : DEFAULT_DISK_GIB;
  return (
    <Form onSubmit={(event) => event.preventDefault()}>
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
      <SshKeysField />
    </Form>
  );
}
