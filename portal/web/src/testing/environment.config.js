import { webcrypto } from 'node:crypto';
import { TestEnvironment } from 'jest-environment-jsdom';

/**
 * jsdom with the parts of a browser that it lacks and Node has. A test file that is about another zone names it:
 * `@jest-environment-options {"timeZone": "America/New_York"}`.
 */
export default class BrowserEnvironment extends TestEnvironment {
  zoneBefore = process.env.TZ;

  constructor(config, context) {
    super(config, context);
    const { timeZone } = config.projectConfig.testEnvironmentOptions;
    if (timeZone) process.env.TZ = timeZone;
  }

  async teardown() {
    if (this.zoneBefore === undefined) delete process.env.TZ;
    else process.env.TZ = this.zoneBefore;
    await super.teardown();
  }

  async setup() {
    await super.setup();
    Object.defineProperty(this.global.crypto, 'subtle', { value: webcrypto.subtle });
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
