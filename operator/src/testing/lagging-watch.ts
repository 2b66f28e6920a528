import type { ResourceDefinition } from '@gpulease/crds';
import type { ApiObject, Cluster, ResourceClient, WatchEvent } from '@gpulease/kube';

/** Wraps a connection so that watches of one kind deliver nothing while it lags, and then everything in order. */
export class LaggingWatch {
  private readonly plural: string;
  private gate: Promise<unknown> = Promise.resolve();
  private open = (): void => undefined;

  constructor({ plural }: Pick<ResourceDefinition<ApiObject>, 'plural'>) {
    this.plural = plural;
  }

  through(cluster: Cluster): Cluster {
    return new Proxy(cluster, {
      get: (target, name) => {
        if (name !== 'resource') return (Reflect.get(target, name) as () => unknown).bind(target);
        return (...args: Parameters<Cluster['resource']>) => this.lag(target.resource(...args));
      },
    });
  }

  lags(): void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.gate = promise;
    this.open = () => resolve(undefined);
  }

  catchesUp(): void {
    this.open();
  }

  private lag(client: ResourceClient<ApiObject>): ResourceClient<ApiObject> {
    if (client.definition.plural !== this.plural) return client;
    const watch = client.watch.bind(client);
    client.watch = async (options) => this.delayed(await watch(options));
    return client;
  }

  private async *delayed(
    events: AsyncGenerator<WatchEvent<ApiObject>>,
  ): AsyncGenerator<WatchEvent<ApiObject>> {
    for await (const event of events) {
      await this.gate;
      yield event;
    }
  }
}
