/** Bounds on a JSON body, checked byte by byte before parsing, so that no body is expensive to parse. */

/** Far more than any form of the contract needs. */
const MAX_DEPTH = 16;
const MAX_VALUES = 5_000;

const quote = 0x22;
const backslash = 0x5c;
/** Change of depth after each structural character. */
const depthAfter = new Map<number, number>(
  Object.entries({ '[': 1, '{': 1, ']': -1, '}': -1, ',': 0, ':': 0 }).map(([character, step]) => [
    character.charCodeAt(0),
    step,
  ]),
);

/** Throws if the body is nested too deeply or has too many values. */
export function refuseBeyondBounds(body: Uint8Array): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < body.length; at++) {
    if (body[at] === quote) at = endOfString(body, at);
    const step = depthAfter.get(body[at] ?? 0);
    if (step === undefined) continue;
    depth += step;
    values += 1;
    if (depth > MAX_DEPTH || values > MAX_VALUES)
      throw new Error('The body is nested too deeply or has too many values.');
  }
}

function endOfString(body: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < body.length && body[at] !== quote) at += body[at] === backslash ? 2 : 1;
  return at;
}
