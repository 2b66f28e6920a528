import type { Config } from '@gpulease/contract/config';
import { createContext, use, type ReactNode } from 'react';
import { Loaded } from '../ui/loaded.tsx';
import { useApi } from './queries.ts';

const Context = createContext<Config | undefined>(undefined);

/** Loads what must be known before anything is shown, and shows the spinner until then. */
export function ConfigProvider({ children }: { readonly children: ReactNode }) {
  const query = useApi('getConfig', undefined, { staleTime: Infinity });
  return <Loaded query={query}>{(config) => <Context value={config}>{children}</Context>}</Loaded>;
}

/** The settings where they are known already; pages that say what is broken come without them too. */
export function useConfigIfLoaded(): Config | undefined {
  return use(Context);
}

/** The deployment's public settings. */
export function useConfig(): Config {
  const config = use(Context);
  if (!config) throw new Error('useConfig must be used within a ConfigProvider');
  return config;
}
