/** Truncates a text to `length` characters and an ellipsis (rules 15.11). */
export function truncate(text: string, length: number): string {
  const letters = [...text]
  return letters.length <= length ? text : `${letters.slice(0, length).join('').trimEnd()}…`
}
