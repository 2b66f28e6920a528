/** A SKU's name, with how many of it where that is more than one. */
export function skuTitle(sku: { readonly skuDisplayName: string; readonly skuQuantity: number }): string {
  return sku.skuQuantity === 1 ? sku.skuDisplayName : `${sku.skuDisplayName} × ${sku.skuQuantity}`;
}
