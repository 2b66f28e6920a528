/** What HTML's own stylesheet goes by when it hides an element. */
const telling = ['hidden', 'open', 'type'];
const inherited: Readonly<Record<string, string>> = { visibility: 'visible', 'pointer-events': 'auto' };

type Shown = Element & ElementCSSInlineStyle;
type ComputedStyle = (element: Element) => CSSStyleDeclaration;

/**
 * jsdom holds an element, and all around it, against every rule of HTML's own stylesheet and works out colours, each time that
 * somebody asks how the element looks; finding things by their roles asks that of everything. No other stylesheet is loaded in
 * tests, so the answer follows from what the element is and from the `style` attributes.
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

/** What the nearest of the elements around it says, in its `style`, of a property that is inherited. */
function closestValue(element: Element, property: string): string | undefined {
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    if (!around.hasAttribute('style')) continue;
    const value = (around as Shown).style.getPropertyValue(property);
    if (value !== '') return value;
  }
  return undefined;
}
