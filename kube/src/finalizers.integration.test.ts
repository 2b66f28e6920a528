import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useControlPlane } from '@gpulease/local/testing';
import { isNotFound } from './api-error.ts';
import { connect, type Cluster } from './cluster.ts';
import { configMaps } from './core/definitions.ts';
import type { ConfigMap } from './core/objects.ts';
import { addFinalizer, hasFinalizer, isDeleting, removeFinalizer } from './finalizers.ts';
import { controllerOf, controllerReference, isControlledBy } from './owner-references.ts';
import type { ResourceClient } from './resource-client.ts';

const controlPlane = useControlPlane();
const OURS = 'gpulease.dev/ours';
const THEIRS = 'gpulease.dev/theirs';
let cluster: Cluster;
let client: ResourceClient<ConfigMap>;
let namespace: string;
let count = 0;

beforeAll(async () => {
  cluster = connect({ kubeconfig: controlPlane.kubeconfig });
  client = cluster.resource(configMaps);
  namespace = await controlPlane.uniqueNamespace();
});
afterAll(() => cluster.close());

function create(...finalizers: string[]): Promise<ConfigMap> {
  count += 1;
  return client.create({ metadata: { name: `object-${count}`, namespace, finalizers } });
}

describe('adding a finalizer', () => {
  it('adds the first one', async () => {
    const object = await addFinalizer(client, await create(), OURS);
    expect(object.metadata.finalizers).toEqual([OURS]);
    expect(hasFinalizer(object, OURS)).toBe(true);
  });

  it("keeps other controllers' finalizers, even ones not seen yet", async () => {
    const seen = await create();
    await addFinalizer(client, seen, THEIRS);
    expect((await addFinalizer(client, seen, OURS)).metadata.finalizers).toEqual([THEIRS, OURS]);
  });

  it('writes nothing when the object has it already', async () => {
    const object = await create(OURS);
    expect(await addFinalizer(client, object, OURS)).toBe(object);
  });

  it('throws NotFound when the object is gone', async () => {
    const object = await create();
    await client.delete(object.metadata);
    const error = await addFinalizer(client, object, OURS).catch((thrown: unknown) => thrown);
    expect(isNotFound(error)).toBe(true);
  });
});

describe('removing a finalizer', () => {
  it('releases a deleted object', async () => {
    const object = await create(OURS);
    await client.delete(object.metadata);
    const deleting = await client.get(object.metadata);
    expect(isDeleting(deleting)).toBe(true);
    expect(await removeFinalizer(client, deleting, OURS)).toBeUndefined();
    expect(await client.find(object.metadata)).toBeUndefined();
  });

  it("keeps other controllers' finalizers, even ones added meanwhile", async () => {
    const seen = await create(OURS);
    await addFinalizer(client, seen, THEIRS);
    await client.delete(seen.metadata);
    expect((await removeFinalizer(client, seen, OURS))?.metadata.finalizers).toEqual([THEIRS]);
  });

  it('does nothing when the finalizer or the object is gone', async () => {
    const object = await create();
    expect(await removeFinalizer(client, object, OURS)).toBe(object);
    const other = await create(OURS);
    await removeFinalizer(client, other, OURS);
    await client.delete(other.metadata);
    expect(await removeFinalizer(client, other, OURS)).toBeUndefined();
  });

  it('does not touch a new object of the same name', async () => {
    const old = await create();
    await client.delete(old.metadata);
    const namesake = await client.create({
      metadata: { name: old.metadata.name, namespace, finalizers: [OURS] },
    });
    const stale = { ...old, metadata: { ...old.metadata, finalizers: [OURS] } };
    expect(await removeFinalizer(client, stale, OURS)).toBeUndefined();
    expect((await client.get(namesake.metadata)).metadata.finalizers).toEqual([OURS]);
  });
});

it('the API accepts an owner reference, which names the controller', async () => {
  const owner = await create();
  const owned = await client.create({
    metadata: { name: 'owned', namespace, ownerReferences: [controllerReference(owner)] },
  });
  expect(controllerOf(owned)).toEqual({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: owner.metadata.name,
    uid: owner.metadata.uid,
    controller: true,
    blockOwnerDeletion: true,
  });
  expect([isControlledBy(owned, owner), isControlledBy(owner, owned)]).toEqual([true, false]);
});
