/** Hands a text to the browser as a file to keep. */
export function saveText(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  saveBlob(name, new Blob([text], { type }))
}

/** Hands a file to the browser to keep. */
export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // the browser has taken what it needs once the click is through
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** Has the browser download a link of ours (`DownloadLink`) by itself, straight to the disk, however large it is. */
export function followDownload(url: string): void {
  const link = document.createElement('a')
  link.href = url
  // the server names the file; without the attribute a refusal would take the page's place
  link.download = ''
  link.click()
}
