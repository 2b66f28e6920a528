/** Tenant of the measured workloads. */
export const tenant = 'bench';

/** Namespace of the tenant's workloads. */
export const namespace = `u-${tenant}`;

/** Names of hosts and SKUs by number, of equal length per kind. */
export const hostName = (index: number): string => `size-${String(index).padStart(3, '0')}`;
export const skuName = (index: number): string => `size-sku-${String(index).padStart(2, '0')}`;

/** Name prefix of the hosts reserved for bookings. */
export const bookedHosts = 'booked';
