import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { RouterProvider, type DataRouter } from 'react-router-dom';
import { ConfigProvider } from './config-provider.tsx';
import { Boundary } from '../ui/errors/boundary.tsx';
import { ToastProvider } from '../ui/toasts.tsx';
import { followLanguageOfOtherTabs } from '../i18n/i18n.ts';
import { useSessionOfOtherTabs } from '../session/session.ts';
import { ThemeProvider } from '../ui/theme.tsx';

interface AppProps {
  readonly client: QueryClient;
  readonly router: DataRouter;
}

/** Everything that all pages stand on. */
export function App({ client, router }: AppProps) {
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
