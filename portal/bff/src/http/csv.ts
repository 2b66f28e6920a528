/** Lists as CSV: UTF-8 with a mark for Excel, and no cell that a spreadsheet would take for a formula. */

const BYTE_ORDER_MARK = '\uFEFF';

/** One line per item, one column per field of `columns`. */
export function toCsv(
  columns: readonly string[],
  items: readonly Readonly<Record<string, unknown>>[],
): string {
  const lines = items.map((item) => columns.map((column) => cell(item[column])).join(','));
  return `${BYTE_ORDER_MARK}${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}

function cell(value: unknown): string {
  const text = harmless(plain(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(plain).join('; ');
  return JSON.stringify(value);
}

/** Plain numbers stay numbers; anything else that starts like a formula gets an apostrophe. */
function harmless(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text);
  return !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
