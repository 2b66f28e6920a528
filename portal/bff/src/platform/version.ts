import packageJson from '../../package.json' with { type: 'json' };

/** Version of the portal and billing, which are one package. */
export const OWN_VERSION = packageJson.version;
