import packageJson from '../../package.json' with { type: 'json' };

/** Of the portal and billing, which are one package. */
export const OWN_VERSION = packageJson.version;
