import { useFormContext } from 'react-hook-form';
import { useWords } from '../../../i18n/words.ts';
import { chosenIn, includedDisk, type Catalogue, type OrderInput } from './order.ts';

/** What an order sets apart from the defaults, in words, of the fields that most orders leave as they are. */
export function useSettingsMade(catalogue: Catalogue, isOwn: boolean): string[] {
  const { t, format } = useWords();
  const order = useFormContext<OrderInput>().watch();
  const { sku, region } = chosenIn(order, catalogue);
  const { rootDiskSize, resume = 'MANUAL', onNodeLoss = 'WAIT', autoStop, ports = [], http } = order;
  // Nothing while it is typed anew.
  const hasSize = rootDiskSize > 0;
  const isSmaller = sku !== undefined && rootDiskSize < includedDisk(sku, order.skuQuantity);
  const settings: readonly (readonly [isMade: boolean, words: string])[] = [
    [hasSize && isSmaller, `${t('workload.rootDiskSize')} ${format.gib(rootDiskSize)}`],
    [resume !== 'MANUAL', t(`resume.${resume}`)],
    [onNodeLoss !== 'WAIT', t(`onNodeLoss.${onNodeLoss}`)],
    [autoStop.kind !== 'NEVER', t(`autoStop.kind.${autoStop.kind}`)],
    [isOwn && ports.length > 0, t('order.portCount', { count: ports.length })],
    [isOwn && http != null && region?.httpDomain != null, t('workload.httpHost')],
  ];
  return settings.flatMap(([isMade, words]) => (isMade ? [words] : []));
}
