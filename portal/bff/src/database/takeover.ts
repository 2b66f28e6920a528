/** The whole database of version 0.1.0; later migrations are added after it. */
export const BASELINE = '0001-baseline.sql';

/** The last of the migrations that the baseline replaced, and how many they were. */
const LAST_REPLACED = '0116-search-lists.sql';
const REPLACED = 53;
/** The last commit that has them all and nothing after them. */
const LAST_COMMIT = '952e33f';

/**
 * Throws an Error that says what to do where a database from before the baseline lacks some of the migrations that the baseline
 * replaced.
 */
export function refuseOlder(applied: readonly string[]): void {
  const replaced = applied.filter((name) => name <= LAST_REPLACED).toSorted();
  if (replaced.length === REPLACED && replaced.at(-1) === LAST_REPLACED) return;
  throw new Error(
    `This database was made by a version before 0.1.0 and has only ${replaced.length} of its ${REPLACED} migrations. ` +
      `Install commit ${LAST_COMMIT} over it first (helm upgrade, or make demo), which migrates it, and then this version.`,
  );
}
