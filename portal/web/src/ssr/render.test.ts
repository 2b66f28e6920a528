import { describe, expect, it } from '@jest/globals';
import { pageOf } from '../testing/fake-api.ts';
import { aConfig, aRegion, aSku, nobody } from '../testing/samples.ts';
import type { FirstRead } from './first-reads.ts';
import { render } from './render.tsx';

const answers: Readonly<Record<string, unknown>> = {
  getConfig: aConfig,
  getSession: nobody,
  listCatalogueSkus: pageOf([aSku]),
  listCatalogueRegions: pageOf([aRegion]),
};
const answer = ({ operation }: FirstRead) => Promise.resolve(answers[operation]);

describe('the home page, rendered on the server', () => {
  it('shows the offers with order links', async () => {
    const html = await render('en', answer);
    expect(html).toContain(aSku.gpuModel);
    expect(html).toMatch(/<a [^>]*href="\/workloads\/create\?/);
  });

  it('is in the requested language, even with concurrent requests', async () => {
    const pages = await Promise.all(
      (['zh', 'en', 'zh'] as const).map((language) => render(language, answer)),
    );
    expect(pages.map((html) => html.includes('Sign in'))).toEqual([false, true, false]);
  });

  it('is not rendered if a read fails', async () => {
    await expect(render('zh', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(render('zh', answer)).resolves.toContain('</main>');
  });

  it('has no form, which the browser would submit', async () => {
    expect(await render('zh', answer)).not.toContain('<form');
  });

  it('has no inline styles, which the content security policy forbids', async () => {
    expect(await render('zh', answer)).not.toContain(' style=');
  });
});
