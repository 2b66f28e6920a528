import type { SessionConsole } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { Alert, Card, CardBody, CardTitle, DescriptionList, Grid, GridItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useCatalogueNames, useGpuTitle } from '../catalog/queries.ts';
import { useFormat } from '../i18n/format.ts';
import { useLanguage } from '../i18n/i18n.ts';
import { Copyable } from '../ui/copyable.tsx';
import { Fact } from '../ui/fact.tsx';
import { OperatorLink } from '../ui/links.tsx';
import { Money, Price } from '../ui/money.tsx';
import { addressHint } from './address-hint.ts';
import { causeText } from './causes.ts';
import { SettingValue } from './edit-setting.tsx';
import { isChangeable } from './settings.ts';
import { sshCommand } from './ssh-command.ts';
import { MachineCard } from './workload-machine.tsx';

interface WorkloadOverviewProps extends CardProps {
  readonly console: SessionConsole;
}

/** What a workload is, how to reach it and what it costs. */
export function WorkloadOverview({ console, workload }: WorkloadOverviewProps) {
  const isOpen = isChangeable(console, workload);
  return (
    <Grid hasGutter>
      <Cause workload={workload} />
      <GridItem lg={6}>
        <AccessCard workload={workload} isChangeable={isOpen} />
      </GridItem>
      <GridItem lg={6}>
        <CostCard console={console} workload={workload} />
      </GridItem>
      <GridItem>
        <MachineCard console={console} workload={workload} isChangeable={isOpen} />
      </GridItem>
    </Grid>
  );
}

interface CardProps {
  readonly workload: Workload;
}

interface ChangeableCardProps extends CardProps {
  readonly isChangeable: boolean;
}

/**
 * Why the machine is in its state, its place in the queue, and when the platform is going to stop it. That it simply runs is
 * said too: what is below would move when the last of its start is done.
 */
function Cause({ workload }: CardProps) {
  const { status, reason, message, stopAt, queuePlace } = workload;
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
        title={withoutTime(causeText(reason, message, language))}
        variantLabel={t(`toast.${variant}`)}
      >
        {stopAt !== null && t('workload.stopAt', { time: format.dateTime(stopAt) })}
        {queuePlace !== null && <QueuePlace place={queuePlace} workload={workload} />}
      </Alert>
    </GridItem>
  );
}

/** A notice of the cluster has its time in UTC; the alert says it below, by the reader's clock. */
function withoutTime(text: string): string {
  return text.replace(/ at [-\d]+ [:\d]+ UTC/, '');
}

/** Where it is in the queue, and for what it waits. */
function QueuePlace({ place, workload }: CardProps & { readonly place: number }) {
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

function AccessCard({ workload, isChangeable }: ChangeableCardProps) {
  const { t } = useTranslation();
  const { authorizedKeys, rdpPort } = workload;
  return (
    <Card isFullHeight>
      <CardTitle component="h2">{t('workload.access')}</CardTitle>
      <CardBody>
        <DescriptionList isCompact>
          {rdpPort === null ? <Ssh workload={workload} /> : <RemoteDesktop workload={workload} />}
          {rdpPort === null && (
            <Fact term={t('workload.authorizedKeys')}>
              <SettingValue setting="authorizedKeys" workload={workload} isChangeable={isChangeable}>
                {authorizedKeys.map(keyName).join(', ') || '–'}
              </SettingValue>
            </Fact>
          )}
          <Fact term={t('workload.ipAddress')}>
            {workload.ipAddress && (
              <Copyable isInline text={workload.ipAddress} label={t('workload.ipAddress')} />
            )}
          </Fact>
          <Fact term={t('workload.httpHostUrl')}>
            {workload.httpHostUrl && <HttpLink url={workload.httpHostUrl} />}
          </Fact>
        </DescriptionList>
      </CardBody>
    </Card>
  );
}

/** What a public key is called: its comment, else its kind. */
function keyName(publicKey: string): string {
  const [kind = '', , ...comment] = publicKey.split(' ');
  return comment.join(' ') || kind;
}

function Ssh({ workload }: CardProps) {
  const { t } = useTranslation();
  const command = sshCommand(workload);
  return (
    <>
      <Fact term={t('workload.sshCommand')}>
        {command ? <Copyable text={command} label={t('workload.sshCommand')} /> : addressHint(workload, t)}
      </Fact>
      <Fact term={t('workload.sshPort')}>{workload.sshPort}</Fact>
    </>
  );
}

/** The way in to Windows, as its clients want to be told it. */
function RemoteDesktop({ workload: { ipAddress, rdpPort, sshUser } }: CardProps) {
  const { t } = useTranslation();
  return (
    <>
      <Fact term={t('workload.remoteDesktop')}>
        {ipAddress && <Copyable text={`${ipAddress}:${rdpPort}`} label={t('workload.remoteDesktop')} />}
      </Fact>
      <Fact term={t('workload.remoteDesktopUser')}>{sshUser}</Fact>
    </>
  );
}

/** A web address of a machine; anything but http and https stays plain text. */
function HttpLink({ url }: { readonly url: string }) {
  if (!/^https?:\/\//.test(url)) return url;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {url}
    </a>
  );
}

function CostCard({ console, workload }: WorkloadOverviewProps) {
  const { cost, pricing, pricingQuantity, reservationStartTime, term } = workload;
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Card isFullHeight>
      <CardTitle component="h2">{t('cost.title')}</CardTitle>
      <CardBody>
        <DescriptionList isCompact>
          <Fact term={t('workload.pricing')}>
            <OperatorLink console={console} to={`/admin/pricing-policies/${pricing.name}`}>
              {t(`pricingMode.${pricing.mode}`)} · <Price price={pricing.price} unit={pricing.unit} />
            </OperatorLink>
            {pricing.mode === 'RESERVED' && ` · ${t(`units.${pricing.unit}`, { count: pricingQuantity })}`}
          </Fact>
          <Fact term={t('cost.perHour')}>
            <Price price={cost.perHour} />
          </Fact>
          <Fact term={t('cost.thisRun')}>
            <Money amount={cost.thisRun} />
          </Fact>
          <Fact term={t('cost.total')}>
            <Money amount={cost.total} />
          </Fact>
          {reservationStartTime !== null && (
            <Fact term={t('workload.reservationStartTime')}>{format.dateTime(reservationStartTime)}</Fact>
          )}
          {term !== null && <TermFacts term={term} />}
        </DescriptionList>
      </CardBody>
    </Card>
  );
}

/** When the term is, whether it was moved, and what of its charge came back. */
function TermFacts({ term }: { readonly term: NonNullable<Workload['term']> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const minutes = Math.floor(term.lateSeconds / 60);
  return (
    <>
      <Fact term={t('cost.termStart')}>
        {format.dateTime(term.start)}
        {minutes > 0 && ` · ${t('cost.termLate', { minutes })}`}
      </Fact>
      <Fact term={t('cost.termEnd')}>{format.dateTime(term.end)}</Fact>
      {term.credited !== '0.00' && (
        <Fact term={t('cost.credited')}>
          <Money isSigned amount={term.credited} />
        </Fact>
      )}
    </>
  );
}
