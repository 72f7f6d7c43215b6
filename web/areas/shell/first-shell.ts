/** Removes the placeholder shell of index.html. */
export function endFirstShell(): void {
  delete document.documentElement.dataset.shell
}
