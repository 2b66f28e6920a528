/** What columns of JSON hold. */

/** A SKU that is available again, with the names of it and the region at that time. */
export interface StockOffer {
  readonly sku: string;
  readonly region: string;
  readonly skuName: string;
  readonly regionName: string;
}

/** What our books and a bill do not agree on; amounts are yuan, null where one side has nothing. */
export interface Difference {
  readonly kind: 'PAYMENT' | 'REFUND';
  readonly id: string;
  readonly booked: string | null;
  readonly billed: string | null;
}
