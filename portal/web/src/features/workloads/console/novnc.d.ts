/** Types for the parts of noVNC in use, because noVNC ships none. */
declare module '@novnc/novnc' {
  // eslint-disable-next-line no-restricted-exports -- that is how it exports it
  export default class RFB extends EventTarget {
    /** Speaks RFB over a socket and draws into the element until it is disconnected. */
    constructor(target: Element, socket: WebSocket);
    scaleViewport: boolean;
    focus(): void;
    disconnect(): void;
    /** Presses a key; without `down` presses and releases it. */
    sendKey(keysym: number, code: string | null, down?: boolean): void;
  }
}
