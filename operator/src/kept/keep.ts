/** The fields to keep: a whole field, some of its fields, or the items of a list that match one of the given patterns. */
type Fields<T> = { readonly [Name in keyof T]?: Choice<NonNullable<T[Name]>> };
type Choice<T> = 'whole' | (T extends readonly (infer Item)[] ? readonly Partial<Item>[] : Fields<T>);

type IsOptional<T, Name extends keyof T> = object extends Pick<T, Name> ? undefined : never;

/**
 * The kept part of `T`. Dropped fields cannot be read. Nor can the rest be used as a whole `T`, in which a dropped field would
 * read as unset: optional fields may be undefined here, which `T` does not allow.
 */
export type Kept<T, F> = F extends 'whole'
  ? T
  : T extends readonly (infer Item)[]
    ? KeptItem<Item, F>[]
    : {
        [Name in keyof T as Name extends keyof F ? Name : never]:
          Kept<Exclude<T[Name], undefined>, F[Name & keyof F]> | IsOptional<T, Name>;
      };

/** One item type for each pattern. */
type KeptItem<Item, F> = F extends readonly (infer Like)[]
  ? Like extends unknown
    ? Omit<Item, keyof Like> & Like
    : never
  : never;

type Keep = (value: unknown) => unknown;

/** Returns a function that reduces an object to the declared fields; `Kept` is the type of its result. */
export function keeping<T>() {
  return <const F extends Fields<T>>(fields: F): ((object: T) => Kept<T, F>) => {
    return keepFields(fields) as (object: T) => Kept<T, F>;
  };
}

function keepFields(fields: object): Keep {
  const choices = Object.entries(fields).map(([name, choice]) => [name, keepBy(choice)] as const);
  return (value) => {
    const kept: Record<string, unknown> = {};
    for (const [name, keep] of choices) {
      const field = (value as Record<string, unknown>)[name];
      // Go also writes null for unset fields.
      if (field !== undefined && field !== null) kept[name] = keep(field);
    }
    return kept;
  };
}

function keepBy(choice: unknown): Keep {
  if (choice === 'whole') return (value) => value;
  return Array.isArray(choice) ? keepItems(choice as object[]) : keepFields(choice as object);
}

function keepItems(likes: readonly object[]): Keep {
  const wanted = likes.map((like) => Object.entries(like));
  return (items) =>
    (items as Record<string, unknown>[]).filter((item) =>
      wanted.some((like) => like.every(([name, value]) => item[name] === value)),
    );
}

/** For kinds that are cached whole. */
export function whole<T>(object: T): T {
  return object;
}
