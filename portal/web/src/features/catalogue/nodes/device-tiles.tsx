import type { Node } from '@gpulease/contract/catalogue';
import { MAX_PAGE_SIZE } from '@gpulease/contract/common';
import type { WorkloadGauge } from '@gpulease/contract/workload-gauges';
import { Card, CardBody, Gallery, Stack, StackItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../api/config.ts';
import { useApi } from '../../../api/queries.ts';
import { TextLink } from '../../../ui/links.tsx';
import { StatusLabel } from '../../../ui/status-label.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import { GaugeBar } from '../../workloads/gauges/gauge-bar.tsx';
import { useGauges } from '../../workloads/gauges/use-gauges.ts';
import { deviceTilesOf, type DeviceTile } from './device-tile.ts';
import { DeviceMachine } from './devices.tsx';

/** Utilization from which a GPU in use counts as busy. */
const BUSY_PERCENT = 5;

/** Two columns on a phone. */
const widths = { default: '8.5rem', md: '11rem' };

/** The longest names exceed the width of a tile. */
const wrapped = { overflowWrap: 'anywhere' } as const;

/** The GPUs of a node with their status and machine. Shows as many tiles while the details load. */
export function DeviceTiles({ item }: { readonly item: Node }) {
  return item.resources.gpuModel === null ? null : <Tiles node={item} />;
}

function Tiles({ node }: { readonly node: Node }) {
  const { t } = useTranslation();
  const query = { pageSize: MAX_PAGE_SIZE };
  const devices = useApi('listNodeDevices', { params: { name: node.name }, query });
  const gaugeOf = useGaugesOn(node.name);
  return (
    <TitledCard isCompact title={t('device.title')}>
      <Gallery hasGutter component="ul" minWidths={widths} aria-label={t('device.title')}>
        {deviceTilesOf(node, devices.data?.items ?? []).map((tile, index) => (
          <Tile key={tile.name ?? index} tile={tile} gauge={gaugeOf(tile.machine)} />
        ))}
      </Gallery>
    </TitledCard>
  );
}

function useGaugesOn(node: string) {
  const { measuresGpus } = useConfig();
  const query = { node, pageSize: MAX_PAGE_SIZE };
  const { data } = useApi('listAllWorkloads', { query }, { enabled: measuresGpus });
  const machines = data?.items ?? [];
  const gauges = useGauges('admin', ...machines);
  return (of: DeviceTile['machine']): WorkloadGauge | undefined => {
    const machine = machines.find(({ user, name }) => user === of?.user && name === of.name);
    return machine && gauges.of(machine);
  };
}

interface TileProps {
  readonly tile: DeviceTile;
  readonly gauge: WorkloadGauge | undefined;
}

function Tile({ tile: { name, status, machine }, gauge }: TileProps) {
  const { t } = useTranslation();
  const { gpuUse = null, gpuMemory = null } = gauge ?? {};
  const isBusy = status === 'IN_USE' && gpuUse !== null && gpuUse >= BUSY_PERCENT;
  return (
    <Card isCompact isFullHeight component="li" style={wrapped}>
      <CardBody>
        <Stack hasGutter>
          <StackItem>
            {name === null ? t('sku.gpu') : <TextLink to="?tab=devices">{name}</TextLink>}
          </StackItem>
          <StackItem>
            <StatusLabel kind="device" status={isBusy ? 'BUSY' : status} />
          </StackItem>
          {machine && (
            <StackItem>
              <DeviceMachine machine={machine} />
            </StackItem>
          )}
          <Measured title={t('monitoring.graph.GPU_UTILIZATION')} percent={gpuUse} />
          <Measured title={t('monitoring.graph.GPU_MEMORY')} percent={gpuMemory} />
        </Stack>
      </CardBody>
    </Card>
  );
}

function Measured({ title, percent }: { readonly title: string; readonly percent: number | null }) {
  if (percent === null) return null;
  return (
    <StackItem>
      {title} <GaugeBar name={title} percent={percent} />
    </StackItem>
  );
}
