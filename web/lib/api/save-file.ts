export function saveText(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  saveBlob(name, new Blob([text], { type }))
}

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  followDownload(url, name)
  // The browser reads the blob shortly after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Without `name`, the server names the file. */
export function followDownload(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  // Without this attribute, an error answer would replace the page.
  link.download = name
  link.click()
}
