import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useControlPlane } from '@gpulease/local/testing';
import {
  type ApiError,
  isAlreadyExists,
  isConflict,
  isForbidden,
  isInvalid,
  isNotFound,
} from './api-error.ts';
import { connect, type Cluster } from './cluster.ts';
import { configMaps, namespaces } from './core/definitions.ts';
import type { NewObject } from './object.ts';
import type { ResourceClient } from './resource-client.ts';
import type { RequestReport } from './request.ts';
import { installNotes, notes, type Note } from './testing/notes-crd.ts';

const controlPlane = useControlPlane();
const reports: RequestReport[] = [];
let cluster: Cluster;
let namespace: string;
let client: ResourceClient<Note>;

beforeAll(async () => {
  cluster = connect({ kubeconfig: controlPlane.kubeconfig, onRequest: (report) => reports.push(report) });
  await installNotes(cluster);
  namespace = await controlPlane.uniqueNamespace();
  client = cluster.resource(notes);
});
afterAll(() => cluster.close());

let count = 0;
function aNote(spec: Partial<Note['spec']> = {}): NewObject<Note> {
  count += 1;
  return { metadata: { name: `note-${count}`, namespace }, spec: { text: 'milk', ...spec } };
}

function thrownBy(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('reading', () => {
  it('returns the JSON of the API unchanged, with timestamps as strings', async () => {
    const created = await client.create(aNote());
    expect(created).toMatchObject({
      apiVersion: 'test.gpulease.dev/v1',
      kind: 'Note',
      spec: { text: 'milk' },
    });
    expect(created.metadata.creationTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(await client.get(created.metadata)).toEqual(created);
  });

  it('throws NotFound for a missing object', async () => {
    const error = await thrownBy(client.get({ namespace, name: 'nothing' }));
    expect(isNotFound(error)).toBe(true);
    expect(error).toMatchObject({
      code: 404,
      reason: 'NotFound',
      details: { name: 'nothing', kind: 'notes' },
    });
    expect(await client.find({ namespace, name: 'nothing' })).toBeUndefined();
  });

  it('lists by namespace, label and field', async () => {
    const note = aNote();
    await client.create({ ...note, metadata: { ...note.metadata, labels: { shelf: 'top' } } });
    const byLabel = await client.list({ namespace, labelSelector: 'shelf=top' });
    expect(byLabel.items.map(({ metadata }) => metadata.name)).toEqual([note.metadata.name]);
    const byField = await client.list({ namespace, fieldSelector: `metadata.name=${note.metadata.name}` });
    expect(byField.items).toHaveLength(1);
    expect(Number(byField.resourceVersion)).toBeGreaterThan(0);
  });

  it('adds the kind to listed objects of built-in kinds', async () => {
    await cluster.resource(configMaps).create({ metadata: { name: 'settings', namespace } });
    const { items } = await cluster.resource(configMaps).list({ namespace });
    expect(items.every(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'ConfigMap')).toBe(true);
  });

  it('throws Forbidden for a forbidden request', async () => {
    const stranger = connect({ kubeconfig: await controlPlane.addUser({ name: 'stranger' }) });
    expect(isForbidden(await thrownBy(stranger.resource(notes).list({ namespace })))).toBe(true);
    await stranger.close();
  });
});

describe('creating', () => {
  it('throws AlreadyExists for a taken name', async () => {
    const note = aNote();
    await client.create(note);
    expect(isAlreadyExists(await thrownBy(client.create(note)))).toBe(true);
  });

  it('rejects a field that the kind does not have', async () => {
    const note = { ...aNote(), spec: { text: 'milk', size: 'big' } };
    const error = await thrownBy(client.create(note));
    expect(error).toMatchObject({ code: 400, reason: 'BadRequest' });
    expect((error as ApiError).message).toContain('unknown field "spec.size"');
  });

  it('names the invalid field', async () => {
    const error = await thrownBy(client.create(aNote({ colour: 'green' })));
    expect(isInvalid(error)).toBe(true);
    expect((error as ApiError).details.causes).toContainEqual(
      expect.objectContaining({ field: 'spec.colour' }),
    );
  });

  it('only validates on a dry run', async () => {
    const note = aNote();
    await client.create(note, { dryRun: true });
    expect(await client.find(note.metadata)).toBeUndefined();
  });
});

describe('server-side apply', () => {
  it('creates and changes', async () => {
    const note = aNote();
    await client.apply(note, { fieldManager: 'mei' });
    const changed = await client.apply({ ...note, spec: { text: 'tea' } }, { fieldManager: 'mei' });
    expect(changed.spec.text).toBe('tea');
  });

  it("conflicts on another manager's field, unless forced", async () => {
    const note = aNote({ colour: 'red' });
    await client.apply(note, { fieldManager: 'mei' });
    const theirs = { ...note, spec: { text: 'tea' } };
    const error = await thrownBy(client.apply(theirs, { fieldManager: 'li' }));
    expect(isConflict(error)).toBe(true);
    expect((error as ApiError).details.causes).toContainEqual(
      expect.objectContaining({ reason: 'FieldManagerConflict', field: '.spec.text' }),
    );
    const forced = await client.apply(theirs, { fieldManager: 'li', force: true });
    expect(forced.spec).toEqual({ text: 'tea', colour: 'red' });
  });

  it('conflicts on an outdated resourceVersion', async () => {
    const note = aNote();
    const { metadata } = await client.create(note);
    await client.mergePatch(note.metadata, { spec: { colour: 'red' } });
    const stale = {
      metadata: { ...note.metadata, resourceVersion: metadata.resourceVersion },
      status: { stars: 1 },
    };
    expect(isConflict(await thrownBy(client.applyStatus(stale, { fieldManager: 'mei' })))).toBe(true);
  });

  it('writes only the status, with a manager for each field', async () => {
    const note = aNote();
    const { metadata } = await client.create(note);
    const ref = { metadata: { name: metadata.name, namespace } };
    await client.applyStatus({ ...ref, status: { stars: 5 } }, { fieldManager: 'critic' });
    const after = await client.applyStatus({ ...ref, status: { readBy: 'mei' } }, { fieldManager: 'reader' });
    expect(after).toMatchObject({ spec: { text: 'milk' }, status: { stars: 5, readBy: 'mei' } });
  });
});

describe('patches', () => {
  it('a merge patch sets and removes fields', async () => {
    const { metadata } = await client.create(aNote({ colour: 'red' }));
    const after = await client.mergePatch(metadata, { spec: { text: 'tea', colour: null } });
    expect(after.spec).toEqual({ text: 'tea' });
  });

  it('a merge patch with an outdated resourceVersion conflicts', async () => {
    const { metadata } = await client.create(aNote());
    await client.mergePatch(metadata, { spec: { text: 'tea' } });
    const patch = { metadata: { resourceVersion: metadata.resourceVersion }, spec: { text: 'coffee' } };
    expect(isConflict(await thrownBy(client.mergePatch(metadata, patch)))).toBe(true);
  });

  it('a JSON patch applies only if its tests pass', async () => {
    const { metadata } = await client.create(aNote());
    const change = (was: string, becomes: string): Promise<Note> =>
      client.jsonPatch(metadata, [
        { op: 'test', path: '/spec/text', value: was },
        { op: 'replace', path: '/spec/text', value: becomes },
      ]);
    expect((await change('milk', 'tea')).spec.text).toBe('tea');
    expect(isInvalid(await thrownBy(change('milk', 'coffee')))).toBe(true);
  });

  it('a patch can target a subresource', async () => {
    const { metadata } = await client.create(aNote());
    const after = await client.mergePatch(
      metadata,
      { spec: { text: 'x' }, status: { stars: 1 } },
      { subresource: 'status' },
    );
    expect(after).toMatchObject({ spec: { text: 'milk' }, status: { stars: 1 } });
  });
});

describe('deleting', () => {
  it('deletes the object', async () => {
    const { metadata } = await client.create(aNote());
    await client.delete(metadata);
    expect(await client.find(metadata)).toBeUndefined();
    expect(isNotFound(await thrownBy(client.delete(metadata)))).toBe(true);
  });

  it('does not delete a new object of the same name or a changed object', async () => {
    const { metadata } = await client.create(aNote());
    const { uid = '', resourceVersion = '' } = metadata;
    const ref = { name: metadata.name, namespace };
    const refused = [
      { uid: crypto.randomUUID() },
      { uid, resourceVersion: `${Number(resourceVersion) + 1}` },
    ];
    for (const precondition of refused)
      expect(isConflict(await thrownBy(client.delete(ref, precondition)))).toBe(true);
    await client.delete(ref, { uid, resourceVersion });
    expect(await client.find(ref)).toBeUndefined();
  });
});

describe('any other request', () => {
  it('returns the JSON of the response', async () => {
    expect(await cluster.request({ method: 'GET', path: '/version' })).toMatchObject({
      gitVersion: expect.stringMatching(/^v1\.\d+/),
    });
  });

  it('throws the error of the API', async () => {
    const error = await thrownBy(cluster.request({ method: 'GET', path: '/apis/nowhere.dev/v1' }));
    expect(error).toMatchObject({ code: 404, reason: 'NotFound', message: '404 page not found' });
  });
});

it('reports each request with its verb, resource and status', async () => {
  const { metadata } = await client.create(aNote());
  reports.length = 0;
  await client.find({ namespace, name: 'nothing' });
  await client.applyStatus(
    { metadata: { name: metadata.name, namespace }, status: { stars: 2 } },
    { fieldManager: 'a' },
  );
  // Limited to one page, as there may be many namespaces.
  await cluster.resource(namespaces).list({ labelSelector: 'kubernetes.io/metadata.name=default' });
  expect(reports.map(({ verb, resource, code }) => [verb, resource, code])).toEqual([
    ['get', 'notes', 404],
    ['patch', 'notes/status', 200],
    ['list', 'namespaces', 200],
  ]);
  expect(reports.every(({ seconds }) => seconds > 0 && seconds < 30)).toBe(true);
});
