/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Content of the simulated screen. */
export interface Picture {
  width: number;
  height: number;
  colourAt: (x: number, y: number) => Colour;
}

/** Glyphs of 5 × 7 dots: seven rows of two hexadecimal digits each, highest bit left. */
const glyphTable = `
  A 0E11111F111111  B 1E11111E11111E  C 0E11101010110E  D 1E11111111111E  E 1F10101E10101F
  F 1F10101E101010  G 0E11101711110F  H 1111111F111111  I 0E04040404040E  J 0702020202120C
  K 11121418141211  L 1010101010101F  M 111B1515111111  N 11111915131111  O 0E11111111110E
  P 1E11111E101010  Q 0E11111115120D  R 1E11111E141211  S 0F10100E01011E  T 1F040404040404
  U 1111111111110E  V 11111111110A04  W 11111115151B11  X 11110A040A1111  Y 11110A04040404
  Z 1F01020408101F  0 0E11131519110E  1 040C040404040E  2 0E11010204081F  3 1F02040201110E
  4 02060A121F0202  5 1F101E0101110E  6 0608101E11110E  7 1F010204080808  8 0E11110E11110E
  9 0E11110F01020C  . 0000000000000C  , 00000000000408  : 00000C000C0000  - 0000001F000000
  / 00010204081000
`;
const glyphs = new Map(
  [...glyphTable.matchAll(/(\S) ([0-9A-F]{14})/g)].map(([, character, rows]) => [character, rows]),
);

const glyphWidth = 5;
const glyphHeight = 7;

const background: Colour = [21, 21, 21];
const ink: Colour = [240, 240, 240];
const scale = 2;
const margin = 24;
const lineHeight = (glyphHeight + 5) * scale;
const cellWidth = (glyphWidth + 1) * scale;

/** Returns a picture of text. */
export function textPicture(lines: readonly string[]): Picture {
  return {
    width: 640,
    height: 360,
    colourAt: (x, y) => (isInk(lines, x - margin, y - margin) ? ink : background),
  };
}

function isInk(lines: readonly string[], x: number, y: number): boolean {
  if (x < 0 || y < 0) return false;
  const character = lines[Math.floor(y / lineHeight)]?.[Math.floor(x / cellWidth)];
  if (character === undefined) return false;
  const column = Math.floor((x % cellWidth) / scale);
  const row = Math.floor((y % lineHeight) / scale);
  return column < glyphWidth && row < glyphHeight && hasDot(character, column, row);
}

/** Whether a character's glyph has this dot; unknown characters are blank. */
function hasDot(character: string, column: number, row: number): boolean {
  const rows = glyphs.get(character.toUpperCase()) ?? '';
  const bits = Number.parseInt(rows.slice(row * 2, row * 2 + 2) || '0', 16);
  return ((bits >> (glyphWidth - 1 - column)) & 1) === 1;
}
