/** Normalizes typed and pasted text: full-width characters, spaces and separators are accepted. */

/** `￥１,２００.５` → `1200.5`, `.5` → `0.5`, `0100.` → `100`. Leaves anything else for validation to refuse. */
export function plainNumber(text: string): string {
  const bare = halfWidth(text).replace(/^(-?)¥ ?/, '$1');
  const isGrouped = /^-?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(bare);
  const number = isGrouped ? bare.replaceAll(',', '') : bare;
  const parts = /^(-?)0*(\d*)(?:\.(\d*))?$/.exec(number);
  if (parts === null || !/\d/.test(number)) return number;
  const [, sign = '', whole = '', decimals = ''] = parts;
  return `${sign}${whole || '0'}${decimals && `.${decimals}`}`;
}

/** `+86 138-0013-8000` → `13800138000`. */
export function plainPhone(text: string): string {
  return halfWidth(text)
    .replace(/[\s-]/g, '')
    .replace(/^(?:\+|00)86/, '');
}

function halfWidth(text: string): string {
  return text.normalize('NFKC').trim();
}
