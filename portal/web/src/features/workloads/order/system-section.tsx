import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/form/inputs.tsx';
import { Section } from '../../../ui/form/section.tsx';
import { PastedKeysField, SshKeysField } from '../ssh-keys/ssh-keys-field.tsx';
import { lacksDriver } from './default-image.ts';
import { ImageField } from './image-field.tsx';
import { chosenIn, type Catalogue, type OrderInput } from './order.ts';
import { useOrderedFor } from './ordered-for.ts';

/** Image, name and SSH keys. */
export function SystemSection(catalogue: Catalogue) {
  const { t } = useTranslation();
  const { sku, image } = chosenIn(useFormContext<OrderInput>().watch(), catalogue);
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
        help={t('order.nameHelp')}
        autoComplete="off"
      />
      <KeysField isWindows={image?.osType === 'WINDOWS'} />
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
