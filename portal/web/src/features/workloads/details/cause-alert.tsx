import type { Workload } from '@gpulease/contract/workloads';
import { GridItem } from '@patternfly/react-core';
import { useApi } from '../../../api/queries.ts';
import { useWords } from '../../../i18n/words.ts';
import { useCatalogueNames, useGpuTitle } from '../../offers/queries.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { TextLink } from '../../../ui/links.tsx';
import { failedMachineGuide, reasonPage } from '../../../ui/docs.ts';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { SupportText } from '../../../ui/support-text.tsx';
import { WhatToDo } from '../../../ui/what-to-do.tsx';
import { causeFor } from '../causes.ts';
import { OneMoreHour } from '../auto-stop/one-more-hour.tsx';
import { stopsWithoutFunds } from '../low-funds.tsx';
import type { WorkloadProps } from '../workload.ts';
import { MaintenanceChoice } from './maintenance-choice.tsx';

/**
 * Explains the machine's state: the reason, its place in the queue, when the platform stops it, and how long a stopped
 * machine's disk is kept. A healthy running machine has the alert as well, with the time that the balance lasts, so that
 * the page below does not move when a start completes.
 */
export function CauseAlert({ console, workload }: WorkloadProps) {
  const { reason, message, queuePlace, keptUntil, expectedBackAt } = workload;
  const { t, format } = useWords();
  const language = useLanguage();
  if (!message) return null;
  const variant = variantOf(workload);
  return (
    <GridItem className="gpulease-cause">
      <InlineAlert
        variant={variant}
        component="h2"
        title={<SupportText>{withoutTime(causeFor(console, workload, language))}</SupportText>}
      >
        {expectedBackAt !== null && (
          <p>{t('workload.expectedBack', { time: format.dateTime(expectedBackAt) })}</p>
        )}
        <Stop {...workload} />
        <MaintenanceChoice console={console} workload={workload} />{' '}
        <OneMoreHour console={console} workload={workload} />
        {keptUntil !== null && t('workload.keptUntil', { time: format.dateTime(keptUntil) })}
        {console === 'user' && reason === 'Running' && stopsWithoutFunds(workload) && <Lasts />}
        {console === 'admin' && reason === 'GPUNotPermitted' && <GpuLink workload={workload} />}
        <Help console={console} workload={workload} variant={variant} />
        {queuePlace !== null && <QueuePlace console={console} place={queuePlace} workload={workload} />}
      </InlineAlert>
    </GridItem>
  );
}

interface HelpProps extends WorkloadProps {
  readonly variant: string;
}

/** Help for operators about the reason, even if the machine may only be stuck, and for customers about failed machines. */
function Help({ console, workload: { status, reason }, variant }: HelpProps) {
  const isBad = variant === 'danger' || variant === 'warning';
  const mayBeStuck = console === 'admin' && PASSING.includes(status);
  if (!isBad && !mayBeStuck) return null;
  const page = console === 'admin' ? reasonPage(reason) : failedMachineGuide;
  return (
    <p>
      <WhatToDo page={page} />
    </p>
  );
}

/** Removes the time in UTC from a message of the cluster; the alert shows it below in the reader's time zone. */
function withoutTime(text: string): string {
  return text.replace(/ at [-\d]+ [:\d]+ UTC/, '');
}

/** The time at which the platform stops the machine or, if none is set, the window of planned maintenance. */
function Stop({ stopAt, plannedMaintenance }: Pick<Workload, 'stopAt' | 'plannedMaintenance'>) {
  const { t, format } = useWords();
  if (stopAt !== null) return t('workload.stopAt', { time: format.dateTime(stopAt) });
  if (plannedMaintenance === null) return null;
  const { startTime, endTime, reason } = plannedMaintenance;
  const [start, end] = [startTime, endTime].map(format.dateTime);
  return <p>{t('workload.planned', { start, end, reason })}</p>;
}

function Lasts() {
  const { t, format } = useWords();
  const hours = useApi('getBalance').data?.runwayHours ?? undefined;
  return hours === undefined ? null : t('balance.lasts', { runway: format.hours(hours) });
}

function GpuLink({ workload: { resources } }: Pick<WorkloadProps, 'workload'>) {
  const gpuTitle = useGpuTitle();
  const { gpuModel } = resources;
  if (gpuModel === null) return null;
  return <TextLink to={`/admin/gpus/${encodeURIComponent(gpuModel)}`}>{gpuTitle(gpuModel)}</TextLink>;
}

function QueuePlace({ console, place, workload }: WorkloadProps & { readonly place: number }) {
  const { t } = useWords();
  const { regionOf } = useCatalogueNames();
  const gpuTitle = useGpuTitle();
  const { gpuModel, gpuNumber } = workload.resources;
  const what = gpuModel === null ? t('workload.queueNoGpu') : `${gpuTitle(gpuModel)} × ${gpuNumber}`;
  const text = t('workload.queue', { place, what, region: regionOf(workload.region) });
  return console === 'user' ? `${text} ${t('workload.queueExit')}` : text;
}

/** Transient states. A machine that remains in one may be stuck. */
const PASSING: readonly Workload['status'][] = ['PENDING', 'STARTING', 'STOPPING', 'DESTROYING'];

/** Reasons that every machine has shortly after its start. */
const BEGINNINGS: readonly string[] = ['GuestNotReady', 'NotExposed'];

/** A running machine's message is a warning, unless the machine is healthy or has just started. */
function variantOf({ status, reason, plannedMaintenance }: Workload) {
  if (reason === 'Running') return plannedMaintenance === null ? 'success' : 'info';
  if (status === 'FAILED') return 'danger';
  return status === 'RUNNING' && !BEGINNINGS.includes(reason) ? 'warning' : 'info';
}
