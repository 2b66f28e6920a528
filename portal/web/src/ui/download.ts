/** Saves a text of Latin letters as a file, by a link that holds the file itself, so that it is nowhere else. */
export function download(name: string, content: string): void {
  const link = document.createElement('a');
  link.href = `data:application/octet-stream;base64,${btoa(content)}`;
  link.download = name;
  link.click();
}
