/** A text of at most `length` letters, the rest told by an ellipsis (the cut lengths of specification 1 §9). */
export function cut(text: string, length: number): string {
  const letters = [...text]
  return letters.length <= length ? text : `${letters.slice(0, length).join('').trimEnd()}…`
}
