import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { wordsOf } from '../words.ts';
import './pictures.css';

/** A word that many pages have is looked for in the guides first; the reference is found by its own names all the same. */
const searchOptions = {
  boostDocument: (page: string): number => (page.includes('/reference/') ? 0.5 : 1),
};

/** The default theme, which searches Chinese by the words by which it is indexed. */
export default {
  extends: DefaultTheme,
  enhanceApp({ app, siteData }) {
    // A build would go on without the page that cannot be rendered.
    app.config.throwUnhandledErrorInProduction = typeof document === 'undefined';
    const { search } = siteData.value.themeConfig as { search?: { options?: object } };
    Object.assign(search?.options ?? {}, { miniSearch: { options: { tokenize: wordsOf }, searchOptions } });
  },
} satisfies Theme;
