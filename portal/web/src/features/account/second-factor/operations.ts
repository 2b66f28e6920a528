export const secondFactorOperations = {
  user: {
    get: 'getSecondFactor',
    start: 'startSecondFactor',
    confirm: 'confirmSecondFactor',
    disable: 'disableSecondFactor',
    renew: 'renewRecoveryCodes',
  },
  admin: {
    get: 'getAdminSecondFactor',
    start: 'startAdminSecondFactor',
    confirm: 'confirmAdminSecondFactor',
    disable: 'disableAdminSecondFactor',
    renew: 'renewAdminRecoveryCodes',
  },
} as const;
