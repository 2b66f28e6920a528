import type { ResourceDefinition } from '@gpulease/crds';
import { isMissingObject } from './api-error.ts';
import {
  apiVersionOf,
  resourcePath,
  withoutEmpty,
  type ApiObject,
  type Application,
  type NewObject,
  type ObjectRef,
} from './object.ts';
import type { ApiRequest, Query } from './request.ts';
import type {
  ApplyOptions,
  DeleteOptions,
  JsonPatchOperation,
  ListOptions,
  ListPage,
  ObjectList,
  PatchOptions,
  WriteOptions,
} from './resource-options.ts';
import type { Transport } from './transport.ts';
import { openWatch, type WatchEvent, type WatchOptions } from './watch.ts';

/**
 * What is read at once is in memory three times: as bytes, as text and as objects. But pages of 100 took four times as long
 * and twice the CPU time as these for lists of a thousand, and saved 5 % of memory.
 */
const PAGE_SIZE = 500;

/**
 * Reads and writes the objects of one kind. Objects are the API's JSON as it is: timestamps are strings.
 * All methods throw ApiError; the API refuses unknown fields in what is written.
 */
export class ResourceClient<T extends ApiObject> {
  readonly definition: ResourceDefinition<T>;
  readonly #transport: Transport;
  readonly #timeoutMs: number | undefined;

  constructor(transport: Transport, definition: ResourceDefinition<T>, timeoutMs?: number) {
    this.#transport = transport;
    this.definition = definition;
    this.#timeoutMs = timeoutMs;
  }

  /** Whether it has been told already that the API server does not answer. */
  get isInOutage(): boolean {
    return this.#transport.isInOutage;
  }

  /** The object. Throws NotFound when there is none. */
  get(ref: ObjectRef): Promise<T> {
    return this.#send<T>('get', { method: 'GET', path: this.#path(ref) });
  }

  /**
   * The object; undefined only where the API server says that there is none of this name. Any other NotFound, such as that
   * of a server that does not serve the kind yet, is thrown.
   */
  async find(ref: ObjectRef): Promise<T | undefined> {
    try {
      return await this.get(ref);
    } catch (error) {
      if (isMissingObject(error, ref.name)) return undefined;
      throw error;
    }
  }

  /** All objects that match, read page by page. */
  async list(options: ListOptions = {}): Promise<ObjectList<T>> {
    const items: T[] = [];
    let page = await this.listPage(options);
    items.push(...page.items);
    while (page.continueToken !== undefined) {
      page = await this.listPage(options, page.continueToken);
      items.push(...page.items);
    }
    return { items, resourceVersion: page.resourceVersion };
  }

  /** At most 500 objects: the first page, or the one after `continueToken`. */
  async listPage(options: ListOptions = {}, continueToken?: string): Promise<ListPage<T>> {
    const { namespace, labelSelector, fieldSelector, signal } = options;
    const query = { labelSelector, fieldSelector, limit: PAGE_SIZE, continue: continueToken };
    const request: ApiRequest = { method: 'GET', path: this.#path({ namespace }), query, signal };
    const { items, metadata } = await this.#send<RawList<T>>('list', request);
    const kind = { apiVersion: apiVersionOf(this.definition), kind: this.definition.kind };
    return {
      // Built-in kinds come without these in a list.
      items: items.map((item) => ({ ...kind, ...item })),
      resourceVersion: metadata.resourceVersion,
      continueToken: metadata.continue === '' ? undefined : metadata.continue,
    };
  }

  /** What happens to the objects from `resourceVersion` on; ends when the server ends it. Throws Gone when that is too old. */
  watch(options: ListOptions & WatchOptions): Promise<AsyncGenerator<WatchEvent<T>>> {
    return openWatch<T>(this.#transport, this.definition, options);
  }

  create(object: NewObject<T>, options: WriteOptions = {}): Promise<T> {
    const { namespace } = object.metadata;
    return this.#write(
      'create',
      { method: 'POST', path: this.#path({ namespace }), body: this.#typed(object) },
      options,
    );
  }

  /** Server-side apply: makes the given fields so, and gives up those that this manager applied before and leaves out now. */
  apply(object: Application<T>, options: ApplyOptions): Promise<T> {
    return this.#apply(object, options);
  }

  /**
   * Server-side apply of the status; everything but `metadata` and `status` is ignored. Objects that hold nothing are
   * left out, so that a part of the status that holds nothing any more goes.
   */
  applyStatus(object: Application<T>, options: ApplyOptions): Promise<T> {
    return this.#apply(withoutEmpty(object), options, 'status');
  }

  /** Merges `patch`; null removes a field. A `metadata.resourceVersion` in it makes a meanwhile changed object a Conflict. */
  mergePatch(ref: ObjectRef, patch: object, options: PatchOptions = {}): Promise<T> {
    return this.#patch(ref, { body: patch, contentType: 'application/merge-patch+json' }, options);
  }

  /** Runs the operations in order, all or none. A `test` that fails throws Invalid. */
  jsonPatch(
    ref: ObjectRef,
    operations: readonly JsonPatchOperation[],
    options: PatchOptions = {},
  ): Promise<T> {
    return this.#patch(ref, { body: operations, contentType: 'application/json-patch+json' }, options);
  }

  /** Asks for the object's end; with finalizers it lives on until they are gone. Throws NotFound when there is none. */
  async delete(ref: ObjectRef, options: DeleteOptions = {}): Promise<void> {
    const { uid, resourceVersion, propagationPolicy, dryRun } = options;
    const body = {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      preconditions: { uid, resourceVersion },
      propagationPolicy,
      ...(dryRun ? { dryRun: ['All'] } : {}),
    };
    await this.#send('delete', { method: 'DELETE', path: this.#path(ref), body });
  }

  #apply(object: Application<T>, { force, ...options }: ApplyOptions, subresource?: string): Promise<T> {
    const { name, namespace } = object.metadata;
    const change = {
      body: this.#typed(object),
      contentType: 'application/apply-patch+yaml',
      query: { force },
    };
    return this.#patch({ name, namespace }, change, { ...options, subresource });
  }

  #patch(ref: ObjectRef, change: Omit<ApiRequest, 'method' | 'path'>, options: PatchOptions): Promise<T> {
    const { subresource } = options;
    const path = subresource === undefined ? this.#path(ref) : `${this.#path(ref)}/${subresource}`;
    return this.#write('patch', { method: 'PATCH', path, ...change }, options);
  }

  #write(verb: string, request: ApiRequest, { fieldManager, dryRun, subresource }: PatchOptions): Promise<T> {
    const query: Query = {
      ...request.query,
      fieldManager,
      fieldValidation: 'Strict',
      dryRun: dryRun ? 'All' : undefined,
    };
    return this.#send<T>(verb, { ...request, query }, subresource);
  }

  async #send<Answer>(verb: string, request: ApiRequest, subresource?: string): Promise<Answer> {
    const { plural } = this.definition;
    const resource = subresource === undefined ? plural : `${plural}/${subresource}`;
    return (await this.#transport.send(
      { timeoutMs: this.#timeoutMs, ...request },
      { verb, resource },
    )) as Answer;
  }

  #typed(object: object): object {
    return { ...object, apiVersion: apiVersionOf(this.definition), kind: this.definition.kind };
  }

  #path(ref: Partial<ObjectRef>): string {
    return resourcePath(this.definition, ref);
  }
}

interface RawList<T> {
  items: T[];
  metadata: { resourceVersion: string; continue?: string };
}
