export function saveText(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  saveBlob(name, new Blob([text], { type }))
}

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  startDownload(url, name)
  // The URL is revoked later, because the browser reads the blob only some time after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Starts a download. Without `name`, the file gets its name from the server. */
export function startDownload(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  // Without the attribute `download`, an error response would replace the current page.
  link.download = name
  link.click()
}
