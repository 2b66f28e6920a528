import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiObject, ChangeHandler, Informer, ObjectRef } from '@gpulease/kube';
import { whole } from '../kept/keep.ts';
import { Latest } from './latest.ts';

const ref = { namespace: 'u-1', name: 'one' };

function version(resourceVersion: string): ApiObject {
  return { apiVersion: 'v1', kind: 'Any', metadata: { ...ref, resourceVersion } };
}

/** An informer that the test controls. */
class ToldInformer {
  private seen: ApiObject | undefined;
  private handler: ChangeHandler<ApiObject> = () => undefined;
  readonly store = { get: (_: ObjectRef) => this.seen };
  resourceVersion: string | undefined;
  onChange(handler: ChangeHandler<ApiObject>): void {
    this.handler = handler;
  }
  /** `at` is the resource version of the event, if it is not the object's own. */
  see(after: ApiObject | undefined, at = after?.metadata.resourceVersion): void {
    this.resourceVersion = at ?? this.resourceVersion;
    const before = this.seen;
    this.seen = after;
    this.handler('u-1/one', before, after);
  }
}

describe('Latest', () => {
  let informer: ToldInformer;
  let latest: Latest<ApiObject>;
  const present = () => latest.get(ref)?.metadata.resourceVersion;
  beforeEach(() => {
    informer = new ToldInformer();
    latest = new Latest(informer as unknown as Informer<ApiObject>, whole);
  });

  it('returns the written object until the informer has seen it or a newer one', () => {
    informer.see(version('5'));
    latest.remember(version('9'));
    expect(present()).toBe('9');
    informer.see(version('7'));
    expect(present()).toBe('9');
    informer.see(version('12'));
    expect(present()).toBe('12');
  });

  it('ignores an answer that is older than the informer', () => {
    informer.see(version('12'));
    latest.remember(version('9'));
    expect(present()).toBe('12');
  });

  it('returns a created object before the informer has it', () => {
    latest.remember(version('9'));
    expect(present()).toBe('9');
  });

  it('forgets an object when the informer sees its deletion', () => {
    informer.see(version('5'));
    latest.remember(version('9'));
    informer.see(undefined);
    expect(present()).toBeUndefined();
  });

  it('does not restore an object deleted before the answer to the write arrives', () => {
    informer.see(version('5'));
    informer.see(undefined, '10');
    latest.remember(version('9'));
    expect(present()).toBeUndefined();
  });

  it('recognizes a new object of the same name', () => {
    informer.see(version('5'));
    informer.see(undefined, '10');
    latest.remember(version('11'));
    expect(present()).toBe('11');
  });

  it('forgets objects created and deleted while the informer was disconnected', () => {
    latest.remember(version('9'));
    latest.forget(ref);
    expect(present()).toBeUndefined();
  });
});
