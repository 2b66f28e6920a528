/** Kubernetes' extension keywords, for `.meta()` of a zod schema. */

/** A CEL rule, which the API server checks on every write of its field. */
export interface ValidationRule {
  /** Sees the value as `self`; a rule that also reads `oldSelf` is checked on updates only. */
  rule: string;
  /** Tells the author of a rejected object what to write instead. */
  message: string;
  /** The part of the value that the error points at, such as `.sku`. */
  fieldPath?: string;
}

export function rules(...validations: ValidationRule[]) {
  return { 'x-kubernetes-validations': validations };
}

/** A list without duplicates that each writer sets as a whole, so that applying a shorter one removes the rest. */
export function uniqueList(message: string) {
  return {
    'x-kubernetes-list-type': 'atomic',
    ...rules({ rule: 'self.all(one, self.exists_one(other, other == one))', message }),
  };
}

/** A list whose items are identified by `keys`, so that several writers can each own some. */
export function listMap(...keys: string[]) {
  return { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys };
}
