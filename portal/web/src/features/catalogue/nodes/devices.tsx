import type { Device, Node } from '@gpulease/contract/catalogue';
import { Button, ExpandableSection, List, ListItem } from '@patternfly/react-core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/queries.ts';
import { Copyable } from '../../../ui/copyable.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { NO_VALUE } from '../../../ui/table/column.ts';
import { column, statusColumn, textColumn } from '../../../ui/table/column-kinds.tsx';
import { ResourceTable, type ColumnOf } from '../../../ui/table/resource-table.tsx';
import { Time } from '../../../ui/time.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { workloadPath } from '../../../ui/workload-path.ts';

interface NodeProps {
  readonly node: Node;
}

export function Devices({ node }: NodeProps) {
  const { t } = useTranslation();
  const columns: readonly ColumnOf<'listNodeDevices'>[] = [
    textColumn('name', t('device.id'), { sortBy: 'name' }),
    column('identity', t('device.identity'), (device) => <Identity device={device} />),
    statusColumn('device', t('common.status'), { sortBy: 'status' }),
    column('machine', t('billing.workload'), ({ machine }) => <DeviceMachine machine={machine} />),
    column('history', t('device.history'), ({ history }) => <History events={history} />, { isProse: true }),
  ];
  return (
    <ResourceTable
      operation="listNodeDevices"
      params={{ name: node.name }}
      title={t('device.title')}
      description={t('device.lead')}
      rowKey={({ name }) => name}
      columns={columns}
      primaryAction={<CheckNow node={node} />}
      empty={{ title: t('device.empty'), body: t('device.emptyBody') }}
    />
  );
}

function CheckNow({ node: { name, region } }: NodeProps) {
  const { t } = useTranslation();
  const { data } = useApi('getRegion', { params: { name: region } });
  const { attempt, isBusy } = useAction('checkGpus', {
    refreshes: ['getNode', 'listNodes'],
    done: t('gpuCheck.asked'),
  });
  if (data === undefined || data.gpuCheckPolicy === 'NEVER') return null;
  return (
    <Button variant="secondary" isDisabled={isBusy} onClick={() => void attempt({ params: { name } })}>
      {t('gpuCheck.now')}
    </Button>
  );
}

/** The identifiers from a GPU check, for finding the GPU on the host or in other software. */
function Identity({ device: { uuid, serial } }: { readonly device: Device }) {
  const { t } = useTranslation();
  if (uuid === null && serial === null) return NO_VALUE;
  return (
    <>
      {uuid && <Copyable isInline text={uuid} label={t('device.uuid')} />}
      {serial && <Copyable isInline text={serial} label={t('device.serial')} />}
    </>
  );
}

export function DeviceMachine({ machine }: Pick<Device, 'machine'>) {
  if (machine === null) return NO_VALUE;
  const { user, name } = machine;
  return (
    <TextLink to={workloadPath(user, name)}>
      {user}/{name}
    </TextLink>
  );
}

function History({ events }: { readonly events: Device['history'] }) {
  const { t } = useTranslation();
  const [latest, ...earlier] = events;
  if (latest === undefined) return NO_VALUE;
  return (
    <>
      <DeviceEvent event={latest} />
      {earlier.length > 0 && (
        <ExpandableSection toggleText={t('device.earlier', { count: earlier.length })}>
          <List isPlain>
            {earlier.map((event, index) => (
              <ListItem key={index}>
                <DeviceEvent event={event} />
              </ListItem>
            ))}
          </List>
        </ExpandableSection>
      )}
    </>
  );
}

function DeviceEvent({ event }: { readonly event: Device['history'][number] }) {
  const { t } = useTranslation();
  const { time, type, machine, message, xid } = event;
  const name = machine === null ? '' : `${machine.user}/${machine.name}`;
  const values = { machine: name, message: checkText(message ?? '', t), xid };
  const text = t(`device.event.${xid === null ? type : 'XID'}`, values);
  const isReport = message !== null && (type === 'CHECK_PASSED' || type === 'CHECK_FAILED');
  return (
    <>
      <Time at={time} /> {isReport ? t('device.reported', { event: text, message }) : text}
    </>
  );
}

/** Texts that the operator writes into the quarantine of GPUs that failed their check. */
const said: Readonly<Record<string, 'gpuCheck.title' | 'gpuCheck.failed'>> = {
  'GPU check': 'gpuCheck.title',
  'Failed the GPU check.': 'gpuCheck.failed',
};

/** Translates the operator's texts and returns other texts as written. */
export function checkText(words: string, t: TFunction): string {
  const key = said[words];
  return key === undefined ? words : t(key);
}
