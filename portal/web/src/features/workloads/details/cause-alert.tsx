import type { SessionConsole } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { Alert, GridItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/queries.ts';
import { useCatalogueNames, useGpuTitle } from '../../offers/queries.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { TextLink } from '../../../ui/links.tsx';
import { SupportText } from '../../../ui/support-text.tsx';
import { causeFor } from '../causes.ts';
import { stopsWithoutFunds } from '../low-funds.tsx';

interface CauseAlertProps {
  readonly console: SessionConsole;
  readonly workload: Workload;
}

/**
 * Why the machine is in its state, its place in the queue, when the platform is going to stop it, and until when the disk of
 * a stopped one is kept. That it simply runs is said too, with how much longer it can: what is below would move when the last
 * of its start is done.
 */
export function CauseAlert({ console, workload }: CauseAlertProps) {
  const { status, reason, message, stopAt, queuePlace, keptUntil } = workload;
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  if (!message) return null;
  const variant = variantOf(status, reason);
  return (
    <GridItem className="gpulease-cause">
      <Alert
        isInline
        variant={variant}
        component="h2"
        title={<SupportText>{withoutTime(causeFor(console, workload, language))}</SupportText>}
        variantLabel={t(`toast.${variant}`)}
      >
        {stopAt !== null && t('workload.stopAt', { time: format.dateTime(stopAt) })}
        {keptUntil !== null && t('workload.keptUntil', { time: format.dateTime(keptUntil) })}
        {console === 'user' && reason === 'Running' && stopsWithoutFunds(workload) && <Lasts />}
        {console === 'admin' && reason === 'GPUNotPermitted' && <GpuLink workload={workload} />}
        {queuePlace !== null && <QueuePlace place={queuePlace} workload={workload} />}
      </Alert>
    </GridItem>
  );
}

/** A notice of the cluster has its time in UTC; the alert says it below, by the reader's clock. */
function withoutTime(text: string): string {
  return text.replace(/ at [-\d]+ [:\d]+ UTC/, '');
}

/** How much longer the customer's balance lets it run. */
function Lasts() {
  const { t } = useTranslation();
  const format = useFormat();
  const hours = useApi('getBalance').data?.runwayHours ?? undefined;
  return hours === undefined ? null : t('balance.lasts', { runway: format.hours(hours) });
}

/** Operators are led to what says how to mend it. */
function GpuLink({ workload: { resources } }: Pick<CauseAlertProps, 'workload'>) {
  const gpuTitle = useGpuTitle();
  const { gpuModel } = resources;
  if (gpuModel === null) return null;
  return <TextLink to={`/admin/gpus/${encodeURIComponent(gpuModel)}`}>{gpuTitle(gpuModel)}</TextLink>;
}

interface QueuePlaceProps {
  readonly place: number;
  readonly workload: Workload;
}

/** Where it is in the queue, and for what it waits. */
function QueuePlace({ place, workload }: QueuePlaceProps) {
  const { t } = useTranslation();
  const { regionOf } = useCatalogueNames();
  const gpuTitle = useGpuTitle();
  const { gpuModel, gpuNumber } = workload.resources;
  const what = gpuModel === null ? t('workload.queueNoGpu') : `${gpuTitle(gpuModel)} × ${gpuNumber}`;
  return t('workload.queue', { place, what, region: regionOf(workload.region) });
}

/** What every machine goes through soon after its start. */
const BEGINNINGS: readonly string[] = ['GuestNotReady', 'NotExposed'];

/** What is said of a machine that runs is a warning, unless all is well or it only has yet to answer. */
function variantOf(status: Workload['status'], reason: string): 'danger' | 'warning' | 'info' | 'success' {
  if (reason === 'Running') return 'success';
  if (status === 'FAILED') return 'danger';
  return status === 'RUNNING' && !BEGINNINGS.includes(reason) ? 'warning' : 'info';
}
