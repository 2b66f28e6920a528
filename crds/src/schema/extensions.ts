/** Kubernetes' own keywords, for `.meta()` of a zod schema. */

/** One rule in CEL, checked by the API server at every write of the field it stands on. */
export interface ValidationRule {
  /** Sees the value as `self`; a rule that also reads `oldSelf` is checked on updates only. */
  rule: string;
  /** What to write instead, for the person whose object is refused. */
  message: string;
  /** The part of the value that the refusal points at, such as `.sku`. */
  fieldPath?: string;
}

export function rules(...validations: ValidationRule[]) {
  return { 'x-kubernetes-validations': validations };
}

/** A list that each writer gives as a whole, so that applying a shorter one takes the rest away. No item twice. */
export function uniqueList(message: string) {
  return {
    'x-kubernetes-list-type': 'atomic',
    ...rules({ rule: 'self.all(one, self.exists_one(other, other == one))', message }),
  };
}

/** A list whose items are told apart by `keys`, so that several writers can each own theirs. */
export function listMap(...keys: string[]) {
  return { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys };
}
