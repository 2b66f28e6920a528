import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.ts';
import { requestId, withRequestId } from './request-id.ts';

const later = () => new Promise((resolve) => setTimeout(resolve, 1));

describe('the id of a request', () => {
  it('is known to all of its work, but not to concurrent work', async () => {
    const work = async () => {
      await later();
      return requestId();
    };
    const ids = await Promise.all([withRequestId('a', work), work(), withRequestId('b', work)]);
    expect(ids).toEqual(['a', undefined, 'b']);
  });

  it('is undefined for a job without a request, even if a request starts it', () => {
    expect(withRequestId('a', () => withRequestId(null, requestId))).toBeUndefined();
  });

  it('is in each of its log lines', () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(line) });
    withRequestId('a', () => log.warn({ order: 'o' }, 'An order was rejected'));
    log.info('The billing worker started');
    expect(lines.map((line) => (JSON.parse(line) as { request_id?: string }).request_id)).toEqual([
      'a',
      undefined,
    ]);
  });
});
