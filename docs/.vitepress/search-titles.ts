import type { Plugin } from 'vitepress';
import { outOfPairs } from './words.ts';

/** The used part of a serialized MiniSearch index. */
interface Index {
  readonly storedFields: Record<string, { title: string; titles: string[] }>;
}

/** Restores the original titles in search results. */
export function searchTitles(): Plugin {
  return {
    name: 'search-titles',
    enforce: 'post',
    transform(code, id) {
      const start = 'export default ';
      if (!id.includes('@localSearchIndex') || !code.startsWith(`${start}"`)) return;
      const index = JSON.parse(JSON.parse(code.slice(start.length)) as string) as Index;
      for (const stored of Object.values(index.storedFields)) {
        stored.title = outOfPairs(stored.title);
        stored.titles = stored.titles.map(outOfPairs);
      }
      return `${start}${JSON.stringify(JSON.stringify(index))}`;
    },
  };
}
