/** Hands a text to the browser as a file to keep. */
export function saveText(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  // the browser has taken what it needs once the click is through
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
