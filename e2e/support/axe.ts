import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What stands against WCAG 2.2 AA on the page as it is shown: each rule, but those left out, with the elements that break it. */
export async function axeFindings(page: Page, leftOut: string[] = []): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .disableRules(leftOut)
    // Else it puts its results together in a new tab, as pages with frames of other origins need.
    .setLegacyMode()
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
