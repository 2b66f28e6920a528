import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { Area, ResourceKind } from '../features/catalogue/resource/resource-kind.ts';
import { page } from './page-route.tsx';
import { kinds } from './pages.ts';

type KindPage = ComponentType<{ readonly kind: ResourceKind }>;

/** List, create, edit and details page of a kind, each loaded when it is first visited. */
export function resourceRoutes(area: Area, details = `/admin/${area}/:name`): RouteObject[] {
  const pageOf = (path: string, loadPage: () => Promise<KindPage>) =>
    page(path, async () => {
      const [kind, Page] = await Promise.all([kinds[area](), loadPage()]);
      return () => <Page key={path} kind={kind} />;
    });
  return [
    pageOf(
      `/admin/${area}`,
      async () => (await import('../features/catalogue/resource/resource-list-page.tsx')).ResourceListPage,
    ),
    pageOf(
      `/admin/${area}/create`,
      async () => (await import('../features/catalogue/resource/resource-form-page.tsx')).ResourceCreatePage,
    ),
    pageOf(
      `/admin/${area}/edit/:name`,
      async () => (await import('../features/catalogue/resource/resource-form-page.tsx')).ResourceEditPage,
    ),
    pageOf(
      details,
      async () =>
        (await import('../features/catalogue/resource/resource-details-page.tsx')).ResourceDetailsPage,
    ),
  ];
}
