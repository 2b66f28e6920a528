import type { ControlPlane } from '../../local/src/control-plane/control-plane.ts';
import { callHttps } from '../../local/src/control-plane/https-client.ts';

/** An object in etcd: its key and its bytes, one character per byte. */
export interface Stored {
  key: string;
  value: string;
}

interface KeyValue {
  key: string;
  value: string;
}

/** Client of etcd that bypasses the API server, to write more objects than it could handle. */
export class Etcd {
  readonly #controlPlane: ControlPlane;

  constructor(controlPlane: ControlPlane) {
    this.#controlPlane = controlPlane;
  }

  /** Lists all objects under a prefix. */
  async list(prefix: string): Promise<Stored[]> {
    const { kvs = [] } = (await this.#call('range', {
      key: encode(prefix),
      range_end: encode(after(prefix)),
    })) as {
      kvs?: KeyValue[];
    };
    return kvs.map(({ key, value }) => ({ key: decode(key), value: decode(value) }));
  }

  /**
   * Puts objects in one transaction, and so in one revision: at most one per kind, since a watch that restarts at a revision
   * assumes that it has seen all of it.
   */
  async put(objects: readonly Stored[]): Promise<void> {
    const success = objects.map(({ key, value }) => ({
      request_put: { key: encode(key), value: encode(value) },
    }));
    await this.#call('txn', { success });
  }

  async #call(operation: string, body: object): Promise<unknown> {
    const { pki, ports } = this.#controlPlane;
    const answer = await callHttps({
      url: `https://127.0.0.1:${ports.etcd}/v3/kv/${operation}`,
      authority: pki.etcd.certificate,
      client: pki.etcdClient,
      method: 'POST',
      body,
    });
    if (answer.status !== 200)
      throw new Error(`etcd answered ${answer.status}: ${answer.body.slice(0, 500)}`);
    return JSON.parse(answer.body);
  }
}

function encode(text: string): string {
  return Buffer.from(text, 'latin1').toString('base64');
}

function decode(base64: string): string {
  return Buffer.from(base64, 'base64').toString('latin1');
}

/** Returns the first key after all keys with the prefix. */
function after(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
}
