/** Latin words that Chinese pages may contain. */
const allowed = new Set([
  'AAAA',
  'API',
  'CDI',
  'CPU',
  'CUDA',
  'CSV',
  'DCGM',
  'ECC',
  'EN',
  'English',
  'GPU',
  'GB',
  'GPULease',
  'Git',
  'GiB',
  'HTTP',
  'HTTPS',
  'IOPS',
  'IP',
  'Ingress',
  'KubeVirt',
  'Kubernetes',
  'Linux',
  'MB',
  'MiB',
  'NVIDIA',
  'NVLink',
  'PCI',
  'PCIe',
  'Pod',
  'PostgreSQL',
  'SSH',
  'TCP',
  'TiB',
  'UDP',
  'UID',
  'UTC',
  'Windows',
  'Xid',
  'YAML',
  'amd',
  'arm',
  'exporter',
  'kubectl',
  'launcher',
  'virt',
]);

/** Returns the visible and accessible texts: content, labels, titles and placeholders. */
function texts(root: Element): string[] {
  const own = ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt']
    .map((name) => root.getAttribute(name))
    .filter((text) => text !== null);
  const children = Array.from(root.childNodes).flatMap((node) =>
    node instanceof Element ? texts(node) : [node.textContent ?? ''],
  );
  return isCode(root) ? [] : [...own, ...children];
}

/** Whether the element shows a command, key or object name, which no language translates. */
function isCode(element: Element): boolean {
  return element.matches('code, [lang="en"], input[readonly], .pf-v6-c-clipboard-copy__text');
}

/** Returns the Latin words in an element that a Chinese page must not contain. */
export function latinWords(root: Element): string[] {
  const words = texts(root).flatMap((text) => text.match(/[A-Za-z]{2,}/g) ?? []);
  return [...new Set(words)].filter((word) => !allowed.has(word));
}
