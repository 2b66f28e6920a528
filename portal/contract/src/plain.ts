/** What people type and paste, as the product writes it: full-width characters, spaces and separators are no mistakes. */

/** `￥１,２００.５` → `1200.5`. What is no number stays, to be refused. */
export function plainNumber(text: string): string {
  const bare = halfWidth(text).replace(/^(-?)¥ ?/, '$1');
  return /^-?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(bare) ? bare.replaceAll(',', '') : bare;
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
