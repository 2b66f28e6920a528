/** The tenant whose workloads are measured. */
export const tenant = 'bench';

/** Where the tenant's workloads lie. */
export const namespace = `u-${tenant}`;

/** The hosts on which nothing but bookings lie. */
export const bookedHosts = 'booked';
