/** The version of the terms that a registration agrees to; kept with the account. */
export const TERMS_VERSION = '2026-11';
