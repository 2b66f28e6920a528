/** A portal that answers from a table of operations and records requests. */
import { endpoints, pathOf, type OperationId } from '@gpulease/contract/endpoints';
import type { ErrorBody } from '@gpulease/contract/common';
import type { Answer } from '@gpulease/contract/routes';

export interface ReceivedRequest {
  readonly operation: OperationId;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An answer, or a function of the request, which may throw an ApiRefusal to answer with an error. */
export type Answers = {
  readonly [Id in OperationId]?: Answer<Id> | ((asked: ReceivedRequest) => Answer<Id> | Promise<Answer<Id>>);
};

export class ApiRefusal extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: Omit<ErrorBody, 'message'>) {
    super(body.code);
    this.status = status;
    this.body = { message: body.code, ...body };
  }
}

export interface FakeApi {
  readonly asked: ReceivedRequest[];
  /** Returns the calls of one operation. */
  readonly of: (operation: OperationId) => ReceivedRequest[];
}

/** Replaces fetch. Operations without an answer return 404, as on a real portal. */
export function fakeApi(answers: Answers): FakeApi {
  const asked: ReceivedRequest[] = [];
  globalThis.fetch = (input, init) => {
    const request = understand(input, init);
    asked.push(request);
    return answer(request, answers[request.operation]);
  };
  return { asked, of: (operation) => asked.filter((request) => request.operation === operation) };
}

function understand(input: RequestInfo | URL, init: RequestInit = {}): ReceivedRequest {
  const url = new URL(input instanceof Request ? input.url : input, 'http://portal.test');
  const operation = operationAt(init.method ?? 'GET', url.pathname);
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
  return { operation, url, headers: init.headers as Record<string, string>, body };
}

function operationAt(method: string, pathname: string): OperationId {
  const found = (Object.keys(endpoints) as OperationId[])
    .filter((id) => endpoints[id].method === method && pattern(id).test(pathname))
    .sort((one, other) => parameters(one) - parameters(other))[0];
  if (!found) throw new Error(`No operation at ${method} ${pathname}`);
  return found;
}

const parameters = (id: OperationId) => endpoints[id].path.split(':').length;

function pattern(id: OperationId): RegExp {
  const path = pathOf(id, new Proxy({}, { get: () => 'PARAMETER' }));
  return new RegExp(`^${path.replaceAll('PARAMETER', '[^/]+')}$`);
}

async function answer(request: ReceivedRequest, given: unknown): Promise<Response> {
  try {
    const body: unknown =
      typeof given === 'function' ? await (given as (asked: ReceivedRequest) => unknown)(request) : given;
    if (given === undefined)
      throw new ApiRefusal(404, { code: 'RESOURCE_NOT_FOUND', requestId: 'test-request' });
    return body === undefined
      ? new Response(null, { status: 204 })
      : new Response(JSON.stringify(body), { status: 200 });
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    return new Response(JSON.stringify(error.body), { status: error.status });
  }
}

/** Returns one page with all these items. */
export function pageOf<T>(items: T[]): { items: T[]; total: number; page: number; pageSize: number } {
  return { items, total: items.length, page: 1, pageSize: 20 };
}
