/** Cuts a text to at most `length` letters, the rest told by an ellipsis (rules 15.11). */
export function cut(text: string, length: number): string {
  const letters = [...text]
  return letters.length <= length ? text : `${letters.slice(0, length).join('').trimEnd()}…`
}
