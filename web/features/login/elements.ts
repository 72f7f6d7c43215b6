/** An element of index.html that must be there. */
export function element<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id)
  if (!found) throw new Error(`index.html has no #${id}`)
  return found as T
}
