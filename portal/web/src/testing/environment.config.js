import { webcrypto } from 'node:crypto';
import { TestEnvironment } from 'jest-environment-jsdom';

/**
 * jsdom plus browser APIs that it lacks but Node has. A test file can set its time zone with
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
