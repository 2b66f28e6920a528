/** The texts of Chinese, which has one form for all numbers, with the singular beside each `_other`. */
export type WithSingular<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : WithSingular<Texts[Key]>;
} & {
  readonly [Key in keyof Texts & string as Key extends `${infer Name}_other` ? `${Name}_one` : never]: string;
};
