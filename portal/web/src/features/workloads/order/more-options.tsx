import { nodeLossChoices, resumeModes, workloadTypes } from '@gpulease/contract/enums';
import { Content, ExpandableSection, FormSection } from '@patternfly/react-core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useWords } from '../../../i18n/words.ts';
import { NumberField, RadioField, SelectField } from '../../../ui/form/inputs.tsx';
import { optionsOf } from '../../../ui/form/options.ts';
import { AutoStopField } from '../auto-stop/auto-stop-field.tsx';
import { HttpHostField } from '../settings/http-host-field.tsx';
import { PortsField } from '../settings/ports-field.tsx';
import { type Catalogue, chosenIn, DEFAULT_DISK_GIB, includedDisk, type OrderInput } from './order.ts';
import { useOrderedFor } from './ordered-for.ts';

const always = ['type', 'rootDiskSize', 'resume', 'onNodeLoss', 'autoStop'] as const;
const network = ['ports', 'http'] as const;

/** Options that most orders leave at their defaults. The title lists the changed ones. */
export function MoreOptions(catalogue: Catalogue) {
  const { t } = useWords();
  const isOwn = useOrderedFor() === undefined;
  const settings = useChangedSettings(catalogue, isOwn).join(' · ');
  return (
    <Fold
      title={settings === '' ? t('order.more') : t('order.moreWith', { settings })}
      names={isOwn ? [...always, ...network] : always}
    >
      <CommonFields {...catalogue} />
      {isOwn && <NetworkFields {...catalogue} />}
    </Fold>
  );
}

interface FoldProps {
  readonly title: string;
  readonly names: readonly (keyof OrderInput)[];
  readonly children: ReactNode;
}

/** Opens automatically if one of its fields is invalid. */
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
    // The form cannot focus a field that is still hidden.
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

function CommonFields(catalogue: Catalogue) {
  const { t } = useWords();
  const order = useFormContext<OrderInput>().watch();
  const { sku, image, policy } = chosenIn(order, catalogue);
  const about = { hasGpu: sku?.gpuNumber !== 0, isMeasured: image && image.gpuMetricsPort !== null };
  const most = sku ? includedDisk(sku, order.skuQuantity) : DEFAULT_DISK_GIB;
  return (
    <>
      <SelectField
        isRequired
        name="type"
        label={t('billing.type')}
        placeholder={t('form.choose')}
        options={optionsOf(workloadTypes, (value) => t(`workloadType.${value}`))}
      />
      <NumberField
        isRequired
        name="rootDiskSize"
        label={t('catalogue.disk')}
        help={t('order.diskHelp', { most })}
        unit="GiB"
        min={Math.max(1, Math.ceil(image?.size ?? 1))}
        max={most}
      />
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
      <AutoStopField isReserved={policy?.mode === 'RESERVED'} about={about} />
    </>
  );
}

/** Returns the options that differ from the defaults, as texts. */
function useChangedSettings(catalogue: Catalogue, isOwn: boolean): string[] {
  const { t, format } = useWords();
  const order = useFormContext<OrderInput>().watch();
  const { sku, region } = chosenIn(order, catalogue);
  const { rootDiskSize, resume = 'MANUAL', onNodeLoss = 'WAIT', autoStop, ports = [], http } = order;
  // The size is absent while it is being typed.
  const hasSize = rootDiskSize > 0;
  const isSmaller = sku !== undefined && rootDiskSize < includedDisk(sku, order.skuQuantity);
  const settings: readonly (readonly [isMade: boolean, words: string])[] = [
    [hasSize && isSmaller, `${t('catalogue.disk')} ${format.gib(rootDiskSize)}`],
    [resume !== 'MANUAL', t(`resume.${resume}`)],
    [onNodeLoss !== 'WAIT', t(`onNodeLoss.${onNodeLoss}`)],
    [autoStop.kind !== 'NEVER', t(`autoStop.kind.${autoStop.kind}`)],
    [isOwn && ports.length > 0, t('order.portCount', { count: ports.length })],
    [isOwn && http != null && region?.httpDomain != null, t('workload.httpHost')],
  ];
  return settings.flatMap(([isMade, words]) => (isMade ? [words] : []));
}

function NetworkFields({ regions, images }: Catalogue) {
  const { t } = useWords();
  const form = useFormContext<OrderInput>();
  const domain = regions.find(({ name }) => name === form.watch('region'))?.httpDomain;
  const { osType } = images.find(({ name }) => name === form.watch('image')) ?? {};
  return (
    <>
      <Content component="p">
        {t(osType === 'WINDOWS' ? 'order.remoteDesktopIncluded' : 'order.sshIncluded')}
      </Content>
      <PortsField help={t('order.portsHelp')} />
      {domain ? (
        <HttpHostField
          label={t('workload.httpHost')}
          domain={domain}
          name={form.getValues('name') || 'app'}
          isOn={form.watch('http') !== undefined}
          onChange={(http) => form.setValue('http', http)}
        />
      ) : (
        <Content component="p">{t('order.noHttp')}</Content>
      )}
    </>
  );
}
