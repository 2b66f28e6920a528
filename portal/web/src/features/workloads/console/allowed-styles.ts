const HTML = 'http://www.w3.org/1999/xhtml';

/**
 * Runs code that creates style elements, as xterm does when it opens. Our content security policy refuses those but allows
 * style sheets made by scripts, so everything written into the elements goes into such sheets, then and later.
 */
export function withAllowedStyles(open: () => void): void {
  const createAllowed = (tag: string) =>
    tag === 'style' ? styleElement() : document.createElementNS(HTML, tag);
  Object.defineProperty(document, 'createElement', { value: createAllowed, configurable: true });
  try {
    open();
  } finally {
    Reflect.deleteProperty(document, 'createElement');
  }
}

/** An invisible replacement for a style element. Its text is a style sheet of the document until it is removed. */
function styleElement(): HTMLElement {
  const element = document.createElement('template');
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  Object.defineProperty(element, 'textContent', { set: (text: string) => sheet.replaceSync(text) });
  element.remove = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    HTMLElement.prototype.remove.call(element);
  };
  return element;
}
