import type { Config } from '@gpulease/contract/config';
import { createContext, use } from 'react';

/** The settings that ConfigProvider has loaded. */
export const ConfigContext = createContext<Config | undefined>(undefined);

/** The settings, if they are loaded. Error pages are shown without them, too. */
export const useConfigIfLoaded = (): Config | undefined => use(ConfigContext);

export function useConfig(): Config {
  const config = use(ConfigContext);
  if (!config) throw new Error('useConfig must be used within a ConfigProvider');
  return config;
}
