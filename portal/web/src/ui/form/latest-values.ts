import { createContext } from 'react';

/** What others have set fields to that are edited here, by the fields' names: shown below them, so that nobody overwrites it unseen. */
export const LatestValues = createContext<Readonly<Record<string, string>>>({});
