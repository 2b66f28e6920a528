import type { Plugin } from 'vitepress';
import { outOfPairs } from './words.ts';

/** Of an index as MiniSearch writes it. */
interface Index {
  readonly storedFields: Record<string, { title: string; titles: string[] }>;
}

/** Shows the titles of what was found as they were written. */
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
