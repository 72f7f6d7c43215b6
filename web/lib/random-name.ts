export const randomUuid = (): string => randomName().replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
