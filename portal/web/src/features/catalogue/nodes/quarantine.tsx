import type { Node } from '@gpulease/contract/catalogue';
import { quarantineRequest, repairedGpus } from '@gpulease/contract/catalogue-editing';
import { devicePluginStates } from '@gpulease/contract/enums';
import { Button, Content, PageSection, Stack, StackItem } from '@patternfly/react-core';
import { useState } from 'react';
import { useWords } from '../../../i18n/words.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { NumberField, RadioField, TextField } from '../../../ui/form/inputs.tsx';
import { optionsOf } from '../../../ui/form/options.ts';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import { column } from '../../../ui/table/column-kinds.tsx';
import { Rows } from '../../../ui/table/rows.tsx';
import { checkText } from './devices.tsx';
import { useNodeChange } from './use-node-change.ts';

type Entry = Node['quarantine'][number] & { readonly index: number };

export function Quarantine({ node }: { readonly node: Node }) {
  const { t, format } = useWords();
  const [asked, setAsked] = useState<'more' | Entry>();
  const close = () => setAsked(undefined);
  const entries = node.quarantine.map((entry, index) => ({ ...entry, index }));
  const isOurs = node.managedBy === null;
  return (
    <PageSection hasBodyWrapper={false}>
      <Stack hasGutter>
        {isOurs && (
          <StackItem>
            <Button variant="secondary" onClick={() => setAsked('more')}>
              {t('quarantine.put')}
            </Button>
          </StackItem>
        )}
        <StackItem>
          {entries.length === 0 ? (
            <Content component="p">{t('quarantine.none')}</Content>
          ) : (
            <Rows
              title={t('quarantine.title')}
              items={entries}
              rowKey={({ index }) => String(index)}
              rowName={({ address, gpuNumber }) => address ?? t('quarantine.some', { count: gpuNumber })}
              rowEnd={(entry) =>
                isOurs && (
                  <Button variant="link" onClick={() => setAsked(entry)}>
                    {t('quarantine.repaired')}
                  </Button>
                )
              }
              columns={[
                column('gpus', t('catalogue.gpuNumber'), ({ gpuNumber }: Entry) => gpuNumber),
                column('address', t('quarantine.address'), ({ address }: Entry) => address ?? '–'),
                column('reason', t('quarantine.reason'), ({ reason }: Entry) => checkText(reason, t)),
                column('devicePlugin', t('quarantine.devicePlugin'), ({ devicePlugin }: Entry) =>
                  t(`quarantine.devicePlugins.${devicePlugin}`),
                ),
                column('since', t('quarantine.since'), ({ since }: Entry) =>
                  since === null ? '–' : format.dateTime(since),
                ),
                column('by', t('quarantine.by'), ({ by }: Entry) => checkText(by ?? '–', t)),
              ]}
            />
          )}
        </StackItem>
        {asked === 'more' && <QuarantineDialog node={node} onClose={close} />}
        {typeof asked === 'object' && <RepairedDialog node={node} entry={asked.index} onClose={close} />}
      </Stack>
    </PageSection>
  );
}

interface DialogProps {
  readonly node: Node;
  readonly onClose: () => void;
}

function QuarantineDialog({ node, onClose }: DialogProps) {
  const { t } = useWords();
  const { change } = useNodeChange('quarantineGpus', node, onClose);
  const form = useResourceForm(quarantineRequest, {
    ...{ gpuNumber: 1, address: null, devicePlugin: 'OFFERS' as const, reason: '' },
  });
  return (
    <FormDialog
      form={form}
      title={t('quarantine.ask', { name: node.name })}
      submitLabel={t('quarantine.put')}
      onClose={onClose}
      onSubmit={change}
    >
      <Content component="p">{t('quarantine.body')}</Content>
      <Content component="p">{t('quarantine.whichGpu')}</Content>
      <NumberField
        isRequired
        name="gpuNumber"
        label={t('catalogue.gpuNumber')}
        min={1}
        max={Math.max(node.resources.gpuNumber, 1)}
      />
      <TextField
        isEmptyAbsent
        lang="en"
        name="address"
        label={t('quarantine.address')}
        help={t('quarantine.addressHelp')}
      />
      <RadioField
        name="devicePlugin"
        label={t('quarantine.devicePlugin')}
        options={optionsOf(
          devicePluginStates,
          (value) => t(`quarantine.devicePlugins.${value}`),
          (value) => t(`quarantine.devicePluginHelp.${value}`),
        )}
      />
      <TextField isRequired name="reason" label={t('quarantine.reason')} help={t('quarantine.reasonHelp')} />
    </FormDialog>
  );
}

function RepairedDialog({ node, entry, onClose }: DialogProps & { readonly entry: number }) {
  const { t } = useWords();
  const { change } = useNodeChange('repairGpus', node, onClose);
  const form = useResourceForm(repairedGpus, { entry, reason: '' });
  return (
    <FormDialog
      form={form}
      title={t('quarantine.askRepaired', { name: node.name })}
      submitLabel={t('quarantine.repaired')}
      onClose={onClose}
      onSubmit={change}
    >
      <Content component="p">{t('quarantine.repairedBody')}</Content>
      <TextField isRequired name="reason" label={t('quarantine.whatRepaired')} />
    </FormDialog>
  );
}
