import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { RouterProvider, type DataRouter } from 'react-router-dom';
import { ConfigContext } from '../api/config.ts';
import { useApi } from '../api/queries.ts';
import { followLanguageOfOtherTabs } from '../i18n/i18n.ts';
import { useSessionOfOtherTabs } from '../session/session.ts';
import { Boundary } from '../ui/errors/boundary.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { ThemeProvider } from '../ui/theme.tsx';
import { ToastProvider } from '../ui/toasts.tsx';

export function App({ client, router }: { readonly client: QueryClient; readonly router: DataRouter }) {
  return (
    <ThemeProvider>
      <Boundary>
        <QueryClientProvider client={client}>
          <OtherTabs />
          <ConfigProvider>
            <ToastProvider>
              <RouterProvider router={router} />
            </ToastProvider>
          </ConfigProvider>
        </QueryClientProvider>
      </Boundary>
    </ThemeProvider>
  );
}

function OtherTabs() {
  useSessionOfOtherTabs();
  useEffect(followLanguageOfOtherTabs, []);
  return null;
}

function ConfigProvider({ children }: { readonly children: ReactNode }) {
  const query = useApi('getConfig', undefined, { staleTime: Infinity });
  return (
    <Loaded query={query}>{(config) => <ConfigContext value={config}>{children}</ConfigContext>}</Loaded>
  );
}
