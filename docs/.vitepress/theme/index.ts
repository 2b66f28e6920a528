import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { spacedWords } from '../words.ts';

/** The default theme, whose search takes Chinese apart into the words by which pages are indexed. */
export default {
  extends: DefaultTheme,
  enhanceApp({ siteData }) {
    const { search } = siteData.value.themeConfig as { search?: { options?: object } };
    Object.assign(search?.options ?? {}, {
      miniSearch: { options: { tokenize: (text: string) => spacedWords(text).split(/[\s\p{P}]+/u) } },
    });
  },
} satisfies Theme;
