import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What stands against WCAG 2.2 AA on the page as it is shown: each rule with the elements that break it. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
