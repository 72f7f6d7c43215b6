/** Returns a name that nothing else has. Not `randomUUID`, which is missing where an office serves the portal without https. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
