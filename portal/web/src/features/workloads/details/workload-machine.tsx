import { skuTitle } from '@gpulease/contract/sku-title';
import type { Workload } from '@gpulease/contract/workloads';
import { DescriptionList } from '@patternfly/react-core';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useWords } from '../../../i18n/words.ts';
import { Copyable } from '../../../ui/copyable.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { OperatorLink } from '../../../ui/links.tsx';
import { Money, Price } from '../../../ui/money.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import { UserLink } from '../../../ui/user-link.tsx';
import { useCatalogueNames, useGpuTitle } from '../../offers/queries.ts';
import { useAutoStopText } from '../auto-stop/auto-stop.ts';
import { SettingValue } from '../settings/edit-setting.tsx';
import type { WorkloadProps } from '../workload.ts';

interface MachineCardProps extends WorkloadProps {
  readonly isChangeable: boolean;
}

/** A machine's SKU, image, place and so on; for operators, with links to each. */
export function MachineCard({ console, workload, isChangeable }: MachineCardProps) {
  const { t, format } = useWords();
  const language = useLanguage();
  const { regionOf, imageOf } = useCatalogueNames();
  const gpuTitle = useGpuTitle();
  const autoStopText = useAutoStopText();
  const { resources } = workload;
  return (
    <TitledCard title={t('workload.machine')}>
      <DescriptionList isCompact columnModifier={{ default: '1Col', md: '2Col', xl: '3Col' }}>
        {console === 'admin' && (
          <Fact term={t('workload.user')}>
            <UserLink username={workload.user} />
          </Fact>
        )}
        <Fact term={t('workload.sku')}>
          <OperatorLink console={console} to={`/admin/skus/${workload.sku}`}>
            {skuTitle(workload, language)}
          </OperatorLink>
        </Fact>
        <Fact term={t('sku.gpu')}>
          {resources.gpuModel === null
            ? t('sku.noGpu')
            : `${gpuTitle(resources.gpuModel)} × ${resources.gpuNumber}`}
        </Fact>
        <Fact term={t('sku.machine')}>
          {t('sku.size', {
            count: resources.cpu,
            memory: format.gib(resources.memory),
            disk: format.gib(workload.rootDiskSize),
          })}
        </Fact>
        <Fact term={t('workload.region')}>
          <OperatorLink console={console} to={`/admin/regions/${workload.region}`}>
            {regionOf(workload.region)}
          </OperatorLink>
        </Fact>
        <Fact term={t('workload.node')}>
          {workload.node && (
            <OperatorLink console={console} to={`/admin/nodes/${workload.region}/${workload.node}`}>
              {workload.node}
            </OperatorLink>
          )}
        </Fact>
        <NetworkFacts workload={workload} isChangeable={isChangeable} />
        <Fact term={t('workload.image')}>
          <OperatorLink console={console} to={`/admin/vm-images/${workload.image}`}>
            {imageOf(workload.image)}
          </OperatorLink>
        </Fact>
        <Fact term={t('billing.type')}>{t(`workloadType.${workload.type}`)}</Fact>
        <PricingFacts console={console} workload={workload} />
        {workload.interruption !== null && (
          <Fact term={t('workload.interruption')}>{t(`interruption.${workload.interruption}`)}</Fact>
        )}
        <Fact term={t('workload.resume')}>
          <SettingValue setting="resume" workload={workload} isChangeable={isChangeable}>
            {t(`${console === 'admin' ? 'resumeForOwner' : 'resume'}.${workload.resume}`)}
          </SettingValue>
        </Fact>
        <Fact term={t('workload.onNodeLoss')}>
          <SettingValue setting="onNodeLoss" workload={workload} isChangeable={isChangeable}>
            {t(`onNodeLoss.${workload.onNodeLoss}`)}
          </SettingValue>
        </Fact>
        <Fact term={t('autoStop.title')}>
          <SettingValue setting="autoStop" workload={workload} isChangeable={isChangeable}>
            {autoStopText(workload)}
          </SettingValue>
        </Fact>
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

/** Where a machine is in the network and, with SSH, whose keys it lets in. */
function NetworkFacts({ workload, isChangeable }: Omit<MachineCardProps, 'console'>) {
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
            <SettingValue setting="authorizedKeys" workload={workload} isChangeable={isChangeable}>
              {authorizedKeys.map(keyName).join(', ') || '–'}
            </SettingValue>
          </Fact>
        </>
      )}
    </>
  );
}

/** The name of a public key: its comment, or else its type. */
function keyName(publicKey: string): string {
  const [kind = '', , ...comment] = publicKey.split(' ');
  return comment.join(' ') || kind;
}

/** At which price a machine was ordered and, of a reserved one, for when. */
function PricingFacts({ console, workload }: WorkloadProps) {
  const { pricing, pricingQuantity, reservationStartTime, term } = workload;
  const { t, format } = useWords();
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
      {term !== null && <TermFacts term={term} />}
    </>
  );
}

/** The term's dates, whether it was moved, and its refund. */
function TermFacts({ term }: { readonly term: NonNullable<Workload['term']> }) {
  const { t, format } = useWords();
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
