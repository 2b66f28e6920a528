import type { Workload } from './workloads.ts';
import type { Language } from './enums.ts';

type Sku = Pick<Workload, 'skuDisplayName' | 'skuTranslations' | 'skuQuantity'>;

/** Returns an SKU's name, translated if possible, with its quantity if more than one. */
export function skuTitle({ skuDisplayName, skuTranslations, skuQuantity }: Sku, language: Language): string {
  const translated = language === 'zh' ? undefined : skuTranslations[language]?.displayName;
  const name = translated ?? skuDisplayName;
  return skuQuantity === 1 ? name : `${name} × ${skuQuantity}`;
}
