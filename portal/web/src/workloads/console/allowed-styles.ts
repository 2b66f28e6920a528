/**
 * The document as xterm may use it: it writes style elements, which our content security policy refuses, while it allows
 * style sheets made by scripts. What it writes goes into such a sheet.
 */
export function withAllowedStyles(document: Document): Document {
  return new Proxy(document, {
    get(target, name) {
      if (name === 'createElement')
        return (tag: string) => (tag === 'style' ? styleElement(target) : target.createElement(tag));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value;
    },
  });
}

/** An empty style element whose text is a sheet of the document until it is removed. */
function styleElement(document: Document): HTMLStyleElement {
  const element = document.createElement('style');
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  Object.defineProperty(element, 'textContent', { set: (text: string) => sheet.replaceSync(text) });
  element.remove = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    HTMLStyleElement.prototype.remove.call(element);
  };
  return element;
}
