/** Returns a name no other upload has: the field's prefix, a unique id, and the file's own ending (rules 5.27). */
export function uploadName(prefix: string, original: string): string {
  const ending = /\.[a-z0-9]{1,8}$/i.exec(original)?.[0].toLowerCase() ?? ''
  // not randomUUID: that one is missing where an office serves the portal without https
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `${prefix}${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}${ending}`
}
