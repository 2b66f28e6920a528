import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { download } from './releases.ts';

const content = 'kind: CustomResourceDefinition\n';
const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`;

describe('the download of a release', () => {
  let server: Server;
  let api: string;
  let cache: string;
  let downloads = 0;
  beforeAll(async () => {
    cache = mkdtempSync(join(tmpdir(), 'gpulease-releases-'));
    server = createServer((request, response) => {
      const path = request.url ?? '';
      if (path.startsWith('/files/')) {
        downloads += 1;
        response.end(content);
      } else if (path === '/repos/kubevirt/kubevirt/releases/tags/v1.9.0')
        response.end(
          JSON.stringify({
            assets: [
              { name: 'good.yaml', browser_download_url: `${api}/files/good`, digest },
              { name: 'broken.yaml', browser_download_url: `${api}/files/broken`, digest: 'sha256:00' },
              { name: 'old.yaml', browser_download_url: `${api}/files/old`, digest: null },
            ],
          }),
        );
      else response.writeHead(404).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    rmSync(cache, { recursive: true });
  });

  const release = (file: string, version = 'v1.9.0') => ({ repository: 'kubevirt/kubevirt', version, file });

  it('is cached', async () => {
    const path = await download(release('good.yaml'), cache, api);
    expect(readFileSync(path, 'utf8')).toBe(content);
    expect(await download(release('good.yaml'), cache, api)).toBe(path);
    expect(downloads).toBe(1);
  });

  it.each([
    ['a file with a wrong checksum', release('broken.yaml'), /GitHub says sha256:00/],
    ['a file without a checksum', release('old.yaml'), /no old\.yaml with a checksum/],
    ['a file missing from the release', release('other.yaml'), /no other\.yaml with a checksum/],
    ['a missing version', release('good.yaml', 'v0.0.0'), /v0\.0\.0 answers 404/],
  ])('fails for %s', async (_, wanted, sentence) => {
    await expect(download(wanted, cache, api)).rejects.toThrow(sentence);
  });

  it('reports that it needs the internet', async () => {
    await expect(download(release('x.yaml'), cache, 'http://127.0.0.1:1')).rejects.toThrow(
      /needs the internet/,
    );
  });
});
