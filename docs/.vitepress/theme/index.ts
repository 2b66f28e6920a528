import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { wordsOf } from '../words.ts';
import './pictures.css';

/** Ranks guides above the reference for common words; names of the reference still find it. */
const searchOptions = {
  boostDocument: (page: string): number => (page.includes('/reference/') ? 0.5 : 1),
};

/** The default theme, with a search that splits Chinese queries like the index. */
export default {
  extends: DefaultTheme,
  enhanceApp({ app, siteData }) {
    // Otherwise a build would silently skip pages that fail to render.
    app.config.throwUnhandledErrorInProduction = typeof document === 'undefined';
    const { search } = siteData.value.themeConfig as { search?: { options?: object } };
    Object.assign(search?.options ?? {}, { miniSearch: { options: { tokenize: wordsOf }, searchOptions } });
  },
} satisfies Theme;
