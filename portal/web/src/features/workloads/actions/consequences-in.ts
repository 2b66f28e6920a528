/** The texts on what an action means: to the owner, who reads them, or told to operators of the owner. */
export const consequencesIn = { user: 'workload.consequence', admin: 'consequenceForOwner' } as const;
