/** The shape of the Chinese texts, plus an English singular for each `_other`. */
export type WithSingular<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : WithSingular<Texts[Key]>;
} & {
  readonly [Key in keyof Texts & string as Key extends `${infer Name}_other` ? `${Name}_one` : never]: string;
};
