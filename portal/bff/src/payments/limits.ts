/** The least and the most that one recharge may be, in yuan. */
export const rechargeLimits = { minimum: '1.00', maximum: '50000.00' } as const;
