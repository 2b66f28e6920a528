import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom with the parts of a browser that it lacks and Node has. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, {
      AbortController,
      AbortSignal,
      Blob,
      Headers,
      Request,
      Response,
      TextDecoder,
      TextEncoder,
    });
  }
}
