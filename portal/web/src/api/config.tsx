import type { Config } from '@gpulease/contract/config';
import { createContext, use, type ReactNode } from 'react';
import { FailureState } from '../errors/failure-state.tsx';
import { LoadingPage } from '../ui/loading.tsx';
import { useApi } from './queries.ts';

const Context = createContext<Config | undefined>(undefined);

/** Loads what must be known before anything is shown, and shows the spinner until then. */
export function ConfigProvider({ children }: { readonly children: ReactNode }) {
  const { data, error, refetch } = useApi('getConfig', undefined, { staleTime: Infinity });
  if (data) return <Context value={data}>{children}</Context>;
  if (error) return <FailureState failure={error} onRetry={() => void refetch()} />;
  return <LoadingPage />;
}

/** The deployment's public settings. */
export function useConfig(): Config {
  const config = use(Context);
  if (!config) throw new Error('useConfig must be used within a ConfigProvider');
  return config;
}
