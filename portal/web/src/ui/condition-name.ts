import { useTranslation } from 'react-i18next';

/** Returns a function that names a condition by its type; undefined for conditions of other products. */
export function useConditionName(): (condition: { readonly type: string }) => string | undefined {
  const { t } = useTranslation();
  const names: Readonly<Record<string, string>> = t('inspection.condition', { returnObjects: true });
  return ({ type }) => names[type];
}
