import { skuTitle } from '@gpulease/contract/sku-title';
import { DescriptionList } from '@patternfly/react-core';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useWords } from '../../../i18n/words.ts';
import { Copyable } from '../../../ui/copyable.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { OperatorLink } from '../../../ui/links.tsx';
import { Money, Price } from '../../../ui/money.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import { UserLink } from '../../../ui/user-link.tsx';
import { sizeText, useCatalogueNames, useGpuTitle } from '../../offers/queries.ts';
import { useAutoStopText } from '../auto-stop/auto-stop.ts';
import { SettingValue } from '../settings/edit-setting.tsx';
import type { Setting, WorkloadProps } from '../workload.ts';

export function MachineCard({ console, workload }: WorkloadProps) {
  const { t, format } = useWords();
  const language = useLanguage();
  const { regionOf, imageOf } = useCatalogueNames();
  const gpuTitle = useGpuTitle();
  const autoStopText = useAutoStopText();
  const { resources, region, node } = workload;
  const resumes = console === 'admin' ? 'resumeForOwner' : 'resume';
  const linked = (term: string, to: string, text: string) => (
    <Fact term={term}>
      <OperatorLink console={console} to={to}>
        {text}
      </OperatorLink>
    </Fact>
  );
  const setting = (name: Setting, term: string, text: string) => (
    <Fact term={term}>
      <SettingValue setting={name} console={console} workload={workload}>
        {text}
      </SettingValue>
    </Fact>
  );
  return (
    <TitledCard title={t('workload.machine')}>
      <DescriptionList isCompact columnModifier={{ default: '1Col', md: '2Col', xl: '3Col' }}>
        {console === 'admin' && (
          <Fact term={t('workload.user')}>
            <UserLink username={workload.user} />
          </Fact>
        )}
        {linked(t('workload.sku'), `/admin/skus/${workload.sku}`, skuTitle(workload, language))}
        <Fact term={t('sku.gpu')}>
          {resources.gpuModel === null
            ? t('sku.noGpu')
            : `${gpuTitle(resources.gpuModel)} × ${resources.gpuNumber}`}
        </Fact>
        <Fact term={t('sku.machine')}>
          {sizeText({ ...resources, disk: workload.rootDiskSize }, { t, format })}
        </Fact>
        {linked(t('workload.region'), `/admin/regions/${region}`, regionOf(region))}
        {node === null ? (
          <Fact term={t('workload.node')}>–</Fact>
        ) : (
          linked(t('workload.node'), `/admin/nodes/${region}/${node}`, node)
        )}
        <NetworkFacts console={console} workload={workload} />
        {linked(t('workload.image'), `/admin/vm-images/${workload.image}`, imageOf(workload.image))}
        <Fact term={t('billing.type')}>{t(`workloadType.${workload.type}`)}</Fact>
        <PricingFacts console={console} workload={workload} />
        {workload.interruption !== null && (
          <Fact term={t('workload.interruption')}>{t(`interruption.${workload.interruption}`)}</Fact>
        )}
        {setting('resume', t('workload.resume'), t(`${resumes}.${workload.resume}`))}
        {setting('onNodeLoss', t('workload.onNodeLoss'), t(`onNodeLoss.${workload.onNodeLoss}`))}
        {setting('autoStop', t('autoStop.title'), autoStopText(workload))}
        <Fact term={t('workload.startTime')}>
          {workload.startTime && format.dateTime(workload.startTime)}
        </Fact>
        <Fact term={t('common.createdAt')}>{format.dateTime(workload.createdAt)}</Fact>
        <Fact term={t('workload.orderId')}>
          {workload.orderId && <Copyable isInline text={workload.orderId} label={t('workload.orderId')} />}
        </Fact>
      </DescriptionList>
    </TitledCard>
  );
}

function NetworkFacts({ console, workload }: WorkloadProps) {
  const { t } = useWords();
  const { ipAddress, sshPort, rdpPort, authorizedKeys } = workload;
  return (
    <>
      <Fact term={t('workload.ipAddress')}>
        {ipAddress && <Copyable isInline text={ipAddress} label={t('workload.ipAddress')} />}
      </Fact>
      {rdpPort === null && (
        <>
          <Fact term={t('workload.sshPort')}>{sshPort}</Fact>
          <Fact term={t('profile.sshKeys')}>
            <SettingValue setting="authorizedKeys" console={console} workload={workload}>
              {authorizedKeys.map(keyName).join(', ') || '–'}
            </SettingValue>
          </Fact>
        </>
      )}
    </>
  );
}

function keyName(publicKey: string): string {
  const [kind = '', , ...comment] = publicKey.split(' ');
  return comment.join(' ') || kind;
}

function PricingFacts({ console, workload }: WorkloadProps) {
  const { pricing, pricingQuantity, reservationStartTime, term } = workload;
  const { t, format } = useWords();
  const minutesLate = Math.floor((term?.lateSeconds ?? 0) / 60);
  return (
    <>
      <Fact term={t('workload.pricing')}>
        <OperatorLink console={console} to={`/admin/pricing-policies/${pricing.name}`}>
          {t(`pricingMode.${pricing.mode}`)} · <Price price={pricing.price} unit={pricing.unit} />
        </OperatorLink>
        {pricing.mode === 'RESERVED' && ` · ${t(`units.${pricing.unit}`, { count: pricingQuantity })}`}
      </Fact>
      {reservationStartTime !== null && (
        <Fact term={t('workload.reservationStartTime')}>{format.dateTime(reservationStartTime)}</Fact>
      )}
      {term !== null && (
        <>
          <Fact term={t('cost.termStart')}>
            {format.dateTime(term.start)}
            {minutesLate > 0 && ` · ${t('cost.termLate', { minutes: minutesLate })}`}
          </Fact>
          <Fact term={t('cost.termEnd')}>{format.dateTime(term.end)}</Fact>
          {term.credited !== '0.00' && (
            <Fact term={t('cost.credited')}>
              <Money isSigned amount={term.credited} />
            </Fact>
          )}
        </>
      )}
    </>
  );
}
