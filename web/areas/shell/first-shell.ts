/** Removes index.html's own shell, once there is something else to see. */
export function endFirstShell(): void {
  delete document.documentElement.dataset.shell
}
