/** The label by which CDI's claims are told from others. */
export const claimLabel = { app: 'containerized-data-importer' } as const;
