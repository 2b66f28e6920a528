/** Saves a Latin-1 text as a file. The link contains the content, so it is stored nowhere else. */
export function download(name: string, content: string): void {
  const link = document.createElement('a');
  link.href = `data:application/octet-stream;base64,${btoa(content)}`;
  link.download = name;
  link.click();
}
