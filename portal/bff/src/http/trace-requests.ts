import { routes, type Route } from '@gpulease/contract/routes';
import { span, type Span } from '@gpulease/kube/tracing';
import type { RequestHandler, Response } from 'express';

/**
 * Records one span per request, named after its route, since paths contain ids. The client's `traceparent` is only linked:
 * if continued, a stranger could force sampling and write into other traces.
 */
export function traceRequests(path?: string): RequestHandler {
  return (request, response, next) => {
    const { method } = request;
    const attributes = { 'http.request.method': method, 'gpulease.request_id': request.id as string };
    const options = { kind: 'server' as const, attributes, link: request.get('traceparent') };
    const answered = (own: Span) =>
      new Promise<void>((resolve) => {
        response.once('close', () => {
          tell(own, method, path ?? pathOf(response), response.statusCode);
          resolve();
        });
        next();
      });
    void span(method, options, answered);
  };
}

function tell(own: Span, method: string, path: string | undefined, status: number): void {
  if (path !== undefined) own.rename(`${method} ${path}`);
  own.set({ 'http.route': path, 'http.response.status_code': status });
  if (status >= 500) own.fail({ code: status });
}

function pathOf({ locals }: Response): string | undefined {
  const known: Readonly<Record<string, Route>> = routes;
  return known[String(locals.operation)]?.path;
}
