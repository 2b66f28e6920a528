import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Returns violations of WCAG 2.2 AA on the current page: each rule, except those left out, with the elements that break it. */
export async function axeFindings(page: Page, leftOut: string[] = []): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .disableRules(leftOut)
    // Otherwise axe merges its results in a new tab, which only pages with cross-origin frames need.
    .setLegacyMode()
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
