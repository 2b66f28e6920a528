import type { Config } from '@gpulease/contract/config';
import { createContext, use } from 'react';

/** The settings loaded by ConfigProvider. */
export const ConfigContext = createContext<Config | undefined>(undefined);

/** Returns the settings if loaded. Error pages work without them. */
export const useConfigIfLoaded = (): Config | undefined => use(ConfigContext);

export function useConfig(): Config {
  const config = use(ConfigContext);
  if (!config) throw new Error('useConfig must be used within a ConfigProvider');
  return config;
}
