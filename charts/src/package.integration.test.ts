import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { chart, renderChart, runHelm } from './helm.ts';
import { packageChart } from './package.ts';
import { describeWithHelm, parseManifests } from './testing/helm.ts';

const digests = { operator: `sha256:${'0a'.repeat(32)}`, portal: `sha256:${'1b'.repeat(32)}` };

describeWithHelm('the packaged chart', () => {
  let folder: string;
  let target: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gpulease-chart-'));
    target = join(folder, 'gpulease.tgz');
    await pack(target);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function pack(to: string): Promise<void> {
    const scratch = `${to}.scratch`;
    mkdirSync(scratch);
    await packageChart({ chart, digests, time: 1_795_000_000, scratch }, to);
  }

  it('runs the images of its digests', async () => {
    const rendered = await renderChart([], target);
    const images = new Set([...rendered.matchAll(/^ +image: (.*)$/gm)].map(([, image]) => image));
    expect([...images].sort()).toEqual([
      `ghcr.io/gpulease/gpulease-operator@${digests.operator}`,
      `ghcr.io/gpulease/gpulease-portal@${digests.portal}`,
    ]);
  });

  it('equals the chart of the repository otherwise, with every definition once', async () => {
    const withoutImages = (manifest: string) => manifest.replaceAll(/^( +image:) .*$/gm, '$1');
    const rendered = await renderChart([], target);
    expect(withoutImages(rendered)).toBe(withoutImages(await renderChart([])));
    const names = parseManifests(rendered)
      .filter(({ kind }) => kind === 'CustomResourceDefinition')
      .map(({ metadata }) => metadata.name);
    expect(names).toHaveLength(8);
    expect(new Set(names).size).toBe(8);
    expect((await runHelm(['show', 'crds', target])).trim()).toBe('');
  });

  it('is identical to the byte every time', async () => {
    const again = join(folder, 'again.tgz');
    await pack(again);
    expect(readFileSync(again).equals(readFileSync(target))).toBe(true);
  });
});
