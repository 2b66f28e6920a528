import { useTranslation } from 'react-i18next';

/** The conditions of the product's own kinds. */
const named = [
  'Funded',
  'Scheduled',
  'Provisioned',
  'Running',
  'Reachable',
  'Ready',
  'Stalled',
  'GPUMeasured',
  'NodeFound',
  'ReferencesResolved',
  'CapacityVerified',
  'GPUsForSale',
  'StartsMachines',
  'Schedulable',
  'Drained',
  'NetworkPoliciesEnforced',
  'Imported',
  'Permitted',
] as const;

/** The name of a condition by its type; undefined for conditions of other products. */
export function useConditionName(): (condition: { readonly type: string }) => string | undefined {
  const { t } = useTranslation();
  return ({ type }) => {
    const known = named.find((one) => one === type);
    return known && t(`inspection.condition.${known}`);
  };
}
