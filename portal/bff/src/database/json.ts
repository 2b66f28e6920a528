/** Types of JSON columns. */

/** A SKU that is available again, with its name and the region's name at that time. */
export interface StockOffer {
  readonly sku: string;
  readonly region: string;
  readonly skuName: string;
  readonly regionName: string;
}

/** A difference between our books and a bill; amounts are yuan, null if one side has no entry. */
export interface Difference {
  readonly kind: 'PAYMENT' | 'REFUND';
  readonly id: string;
  readonly booked: string | null;
  readonly billed: string | null;
}
