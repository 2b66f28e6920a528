import { glyphHeight, glyphWidth, hasDot } from './font.ts';

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** What the simulated screen shows. */
export interface Picture {
  width: number;
  height: number;
  colourAt: (x: number, y: number) => Colour;
}

const background: Colour = [21, 21, 21];
const ink: Colour = [240, 240, 240];
const scale = 2;
const margin = 24;
const lineHeight = (glyphHeight + 5) * scale;
const cellWidth = (glyphWidth + 1) * scale;

/** A screen of text, as large as a small monitor. */
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
