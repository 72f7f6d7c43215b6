/** Formats a count with its noun: `1 PDF`, `5,000 PDFs`. */
export function formatCount(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
