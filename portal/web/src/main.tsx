import '@patternfly/react-core/dist/styles/base.css';
import './app/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient, queryOf } from './api/queries.ts';
import { App } from './app/app.tsx';
import { reloadOnce } from './errors/load-chunk.ts';
import { createRouter } from './app/router.tsx';
import { startI18n } from './i18n/i18n.ts';

async function start(root: HTMLElement): Promise<void> {
  const client = createQueryClient();
  // Asked for at once, beside the texts and the page's code, and not one after the other.
  const ignore = () => undefined;
  client.query(queryOf('getConfig')).catch(ignore);
  client.query(queryOf('getSession')).catch(ignore);
  await startI18n();
  createRoot(root).render(
    <StrictMode>
      <App client={client} router={createRouter()} />
    </StrictMode>,
  );
}

/** The texts could not be loaded either, so these are in both languages. */
async function sayThatItFailed(root: HTMLElement): Promise<void> {
  if (await reloadOnce()) return;
  root.setAttribute('role', 'alert');
  root.textContent = '页面加载失败，请刷新重试。The page couldn’t be loaded. Reload it.';
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');
start(root).catch(() => sayThatItFailed(root));
