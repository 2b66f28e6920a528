import type { Node } from '@gpulease/contract/catalogue';
import { Button, Content, Stack, StackItem } from '@patternfly/react-core';
import { useState } from 'react';
import { useWords } from '../../../i18n/words.ts';
import { column } from '../../../ui/table/column-kinds.tsx';
import { Rows } from '../../../ui/table/rows.tsx';
import { QuarantineDialog, RepairedDialog } from './quarantine-dialogs.tsx';
import { saidByCheck } from './said-by-check.ts';

type Entry = Node['quarantine'][number] & { readonly index: number };

/** The GPUs of a node that are out of sale, with what takes further ones out and puts them back. */
export function Quarantine({ node }: { readonly node: Node }) {
  const { t, format } = useWords();
  const [asked, setAsked] = useState<'more' | Entry>();
  const close = () => setAsked(undefined);
  const entries = node.quarantine.map((entry, index) => ({ ...entry, index }));
  const isOurs = node.managedBy === null;
  return (
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
              column('gpus', t('catalogue.gpuNumber'), ({ gpuNumber }) => gpuNumber),
              column('address', t('quarantine.address'), ({ address }) => address ?? '–'),
              column('reason', t('quarantine.reason'), ({ reason }) => saidByCheck(reason, t)),
              column('devicePlugin', t('quarantine.devicePlugin'), ({ devicePlugin }) =>
                t(`quarantine.devicePlugins.${devicePlugin}`),
              ),
              column('since', t('quarantine.since'), ({ since }) =>
                since === null ? '–' : format.dateTime(since),
              ),
              column('by', t('quarantine.by'), ({ by }) => saidByCheck(by ?? '–', t)),
            ]}
          />
        )}
      </StackItem>
      {asked === 'more' && <QuarantineDialog node={node} onClose={close} />}
      {typeof asked === 'object' && <RepairedDialog node={node} entry={asked.index} onClose={close} />}
    </Stack>
  );
}
