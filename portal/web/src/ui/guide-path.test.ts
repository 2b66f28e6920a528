import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { guidePath, monitoringGuidePath } from './guide-path.ts';

const repository = join(__dirname, '../../../..');

it.each([
  ...(['zh', 'en'] as const).flatMap((language) => [
    guidePath('user', language),
    guidePath('admin', language),
    monitoringGuidePath(language),
  ]),
])('%s is a page of the documents, and a heading of it', (path) => {
  const [page = '', heading] = path.split('#');
  const text = readFileSync(join(repository, `${page}.md`), 'utf8');
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title.toLowerCase().replaceAll(' ', '-'),
  );
  if (heading !== undefined) expect(headings).toContain(heading);
});
