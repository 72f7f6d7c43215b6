import { randomName } from '#lib/random-name.ts'

/** Returns a unique upload name: the field's prefix, a unique id and the file's extension (rules 5.27). */
export function uploadName(prefix: string, original: string): string {
  const ending = /\.[a-z0-9]{1,8}$/i.exec(original)?.[0].toLowerCase() ?? ''
  return `${prefix}${randomName()}${ending}`
}
