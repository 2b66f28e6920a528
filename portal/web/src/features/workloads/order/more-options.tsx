import type { Image, Sku } from '@gpulease/contract/catalogue';
import { nodeLossChoices, resumeModes, workloadTypes } from '@gpulease/contract/enums';
import { ExpandableSection, FormSection } from '@patternfly/react-core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { optionsOf } from '../../../ui/form/options.ts';
import { NumberField, RadioField, SelectField } from '../../../ui/form/inputs.tsx';
import { AutoStopField } from '../auto-stop/auto-stop-field.tsx';
import type { Measured } from '../auto-stop/unmeasured.ts';
import { NetworkFields } from './network-fields.tsx';
import { chosenIn, DEFAULT_DISK_GIB, includedDisk, type Catalogue, type OrderInput } from './order.ts';
import { useOrderedFor } from './ordered-for.ts';
import { useSettingsMade } from './use-settings-made.ts';

const always = ['type', 'rootDiskSize', 'resume', 'onNodeLoss', 'autoStop'] as const;
const network = ['ports', 'http'] as const;

/** What most orders leave as it is. The title says what is set in it. */
export function MoreOptions(catalogue: Catalogue) {
  const { t } = useTranslation();
  const isOwn = useOrderedFor() === undefined;
  const settings = useSettingsMade(catalogue, isOwn).join(' · ');
  return (
    <Fold
      title={settings === '' ? t('order.more') : t('order.moreWith', { settings })}
      names={isOwn ? [...always, ...network] : always}
    >
      <SystemFields {...catalogue} />
      <RecoveryFields {...catalogue} />
      {isOwn && <NetworkFields {...catalogue} />}
    </Fold>
  );
}

interface FoldProps {
  readonly title: string;
  /** The fields in it. */
  readonly names: readonly (keyof OrderInput)[];
  readonly children: ReactNode;
}

/** Opens by itself when a field in it is at fault. */
function Fold({ title, names, children }: FoldProps) {
  const { errors, submitCount } = useFormContext<OrderInput>().formState;
  const content = useRef<HTMLDivElement>(null);
  const submits = useRef(submitCount);
  const [isOpen, setOpen] = useState(false);
  const isAtFault = names.some((name) => errors[name] !== undefined);
  if (isAtFault && !isOpen) setOpen(true);
  useEffect(() => {
    if (submits.current === submitCount) return;
    submits.current = submitCount;
    // The form could not focus a field that was still hidden.
    const isFocused = document.activeElement?.getAttribute('aria-invalid') === 'true';
    if (isAtFault && !isFocused) content.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [submitCount, isAtFault]);
  return (
    <ExpandableSection
      className="gpulease-more"
      toggleWrapper="h2"
      toggleText={title}
      isExpanded={isOpen}
      onToggle={(_, isToOpen) => setOpen(isToOpen)}
    >
      <div ref={content}>
        <FormSection>{children}</FormSection>
      </div>
    </ExpandableSection>
  );
}

function SystemFields(catalogue: Catalogue) {
  const { t } = useTranslation();
  const order = useFormContext<OrderInput>().watch();
  const { sku, image } = chosenIn(order, catalogue);
  const most = sku ? includedDisk(sku, order.skuQuantity) : DEFAULT_DISK_GIB;
  return (
    <>
      <SelectField
        isRequired
        name="type"
        label={t('workload.type')}
        placeholder={t('form.choose')}
        options={optionsOf(workloadTypes, (value) => t(`workloadType.${value}`))}
      />
      <NumberField
        isRequired
        name="rootDiskSize"
        label={t('workload.rootDiskSize')}
        help={t('order.diskHelp', { most })}
        unit="GiB"
        min={Math.max(1, Math.ceil(image?.size ?? 1))}
        max={most}
      />
    </>
  );
}

function RecoveryFields(catalogue: Catalogue) {
  const { t } = useTranslation();
  const { sku, image, policy } = chosenIn(useFormContext<OrderInput>().watch(), catalogue);
  return (
    <>
      <RadioField
        name="resume"
        label={t('workload.resume')}
        options={optionsOf(resumeModes, (value) => t(`resume.${value}`))}
      />
      <RadioField
        name="onNodeLoss"
        label={t('workload.onNodeLoss')}
        options={optionsOf(nodeLossChoices, (value) => t(`onNodeLoss.${value}`))}
      />
      <AutoStopField isReserved={policy?.mode === 'RESERVED'} about={measuredOf(sku, image)} />
    </>
  );
}

function measuredOf(sku: Sku | undefined, image: Image | undefined): Measured {
  return { hasGpu: sku?.gpuNumber !== 0, isMeasured: image && image.gpuMetricsPort !== null };
}
