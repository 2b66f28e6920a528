import { createContext, type ReactNode } from 'react';

/** How a value is called where people see another word for it. */
export type NameOf = (value: string) => string;

/**
 * Says what others have set the field of a name to that is edited here; nothing where they have not. Shown below the field, so
 * that nobody overwrites it unseen.
 */
export type LatestValue = (name: string, nameOf?: NameOf) => ReactNode;

export const LatestValues = createContext<LatestValue>(() => null);
