import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { wordsOf } from '../words.ts';

/** The default theme, which searches Chinese by the words by which it is indexed. */
export default {
  extends: DefaultTheme,
  enhanceApp({ siteData }) {
    const { search } = siteData.value.themeConfig as { search?: { options?: object } };
    Object.assign(search?.options ?? {}, { miniSearch: { options: { tokenize: wordsOf } } });
  },
} satisfies Theme;
