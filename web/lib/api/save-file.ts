/** Hands a text to the browser as a file to keep. */
export function saveText(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  saveBlob(name, new Blob([text], { type }))
}

/** Hands a file to the browser to keep. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  followDownload(url, name)
  // the browser has taken what it needs once the click is through
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/**
 * Has the browser download a link of ours (`DownloadLink`) by itself, straight to the disk, however large it is. Without a
 * `name` the server names the file.
 */
export function followDownload(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  // without the attribute a refusal would take the page's place
  link.download = name
  link.click()
}
