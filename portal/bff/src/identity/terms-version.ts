/** The version of the terms that users accept at registration; stored with the account. */
export const TERMS_VERSION = '2026-11';
