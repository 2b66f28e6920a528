import { RestSession as Session } from '@gpulease/local/rest';
import { demoFacts, type Account } from './demo.ts';

export type { Answer } from '@gpulease/local/rest';

/** A client of the REST API of the demo under test, or of another. */
export class RestSession extends Session {
  constructor(apiToken?: string, url = demoFacts().url) {
    super(url, apiToken);
  }

  /** Signs in to the user console. Throws if the response is not 2xx. */
  static user(account: Account = demoFacts().demo, url?: string): Promise<RestSession> {
    return new RestSession(undefined, url).signIn(account);
  }

  /** Signs in to the admin console. Throws if the response is not 2xx. */
  static admin(account: Account = demoFacts().admin, url?: string): Promise<RestSession> {
    return new RestSession(undefined, url).signInAsAdmin(account);
  }
}
