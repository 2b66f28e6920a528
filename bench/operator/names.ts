/** The tenant whose workloads are measured. */
export const tenant = 'bench';

/** Where the tenant's workloads lie. */
export const namespace = `u-${tenant}`;

/** The hosts and SKUs of a cluster of many, by number; all names of a kind are equally long. */
export const hostName = (index: number): string => `size-${String(index).padStart(3, '0')}`;
export const skuName = (index: number): string => `size-sku-${String(index).padStart(2, '0')}`;

/** The hosts on which nothing but bookings lie. */
export const bookedHosts = 'booked';
