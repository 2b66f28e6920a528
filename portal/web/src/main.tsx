import '@patternfly/react-core/dist/styles/base.css';
import './app/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/queries.ts';
import { App } from './app/app.tsx';
import { createRouter } from './app/router.tsx';
import { startI18n } from './i18n/i18n.ts';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element #root');
  await startI18n();
  createRoot(root).render(
    <StrictMode>
      <App client={createQueryClient()} router={createRouter()} />
    </StrictMode>,
  );
}

void start();
