/** The label that marks CDI's claims. */
export const claimLabel = { app: 'containerized-data-importer' } as const;
