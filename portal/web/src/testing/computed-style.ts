/** Attributes by which the browser's default stylesheet hides elements. */
const telling = ['hidden', 'open', 'type'];
const inherited: Readonly<Record<string, string>> = { visibility: 'visible', 'pointer-events': 'auto' };

type Shown = Element & ElementCSSInlineStyle;
type ComputedStyle = (element: Element) => CSSStyleDeclaration;

/**
 * A fast getComputedStyle. For each call, jsdom matches the element and its ancestors against every rule of the default
 * stylesheet and computes colours; queries by role call it for every element. Tests load no other stylesheet, so the result
 * follows from the element itself and the `style` attributes.
 */
export function quickComputedStyle(ofJsdom: ComputedStyle): ComputedStyle {
  const displays = new Map<string, string>();

  function usualDisplay(element: Element): string {
    const { namespaceURI, localName } = element;
    const like = [namespaceURI, localName, ...telling.map((name) => element.getAttribute(name))].join(' ');
    const known = displays.get(like);
    if (known !== undefined) return known;
    const bare = element.cloneNode(false) as Element;
    bare.removeAttribute('style');
    const { display } = ofJsdom(bare);
    displays.set(like, display);
    return display;
  }

  function valueOf(element: Shown, property: string): string {
    const own = element.style.getPropertyValue(property);
    if (own !== '') return own;
    if (property === 'display') return usualDisplay(element);
    const initial = inherited[property];
    return initial === undefined ? '' : (closestValue(element, property) ?? initial);
  }

  return (element) =>
    new Proxy((element as Shown).style, {
      get(style, name) {
        if (name === 'getPropertyValue') return (property: string) => valueOf(element as Shown, property);
        if (name === 'display' || name === 'visibility') return valueOf(element as Shown, name);
        if (name === 'pointerEvents') return valueOf(element as Shown, 'pointer-events');
        const value: unknown = Reflect.get(style, name, style);
        return typeof value === 'function' ? (value.bind(style) as unknown) : value;
      },
    });
}

/** Returns an inherited property from the `style` of the nearest ancestor that sets it. */
function closestValue(element: Element, property: string): string | undefined {
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    if (!around.hasAttribute('style')) continue;
    const value = (around as Shown).style.getPropertyValue(property);
    if (value !== '') return value;
  }
  return undefined;
}
