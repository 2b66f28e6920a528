/** The API group of all our kinds. */
export const GROUP = 'gpulease.dev';
export const VERSION = 'v1alpha1';
export const API_VERSION = `${GROUP}/${VERSION}`;
