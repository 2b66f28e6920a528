import { quickComputedStyle } from './computed-style.ts';

/** Live updates have their own tests; pages in other tests receive none. */
class SilentEventSource extends EventTarget {
  static readonly CLOSED = 2;
  readonly readyState = 0;
  onmessage: unknown = null;
  onerror: unknown = null;
  close(): void {
    this.onmessage = null;
  }
}

class SilentChannel {
  onmessage: unknown = null;
  postMessage(): void {
    // Discarded.
  }
  close(): void {
    this.onmessage = null;
  }
}

Object.assign(globalThis, { EventSource: SilentEventSource, BroadcastChannel: SilentChannel });
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
window.getComputedStyle = quickComputedStyle(window.getComputedStyle.bind(window));
