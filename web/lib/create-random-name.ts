export const createRandomUuid = (): string =>
  createRandomName().replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

export function createRandomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
