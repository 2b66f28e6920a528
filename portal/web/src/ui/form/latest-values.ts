import { createContext, type ReactNode } from 'react';

/** The displayed text of a value. */
export type NameOf = (value: string) => string;

/**
 * The text about somebody else's change to an edited field, if there is one. It is shown below the field, so that nobody
 * overwrites the change unseen.
 */
export type LatestValue = (name: string, nameOf?: NameOf) => ReactNode;

export const LatestValues = createContext<LatestValue>(() => null);
