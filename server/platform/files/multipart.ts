import type { Multipart } from '@fastify/multipart'
import { FILE_KINDS } from '@tahanan/contract/limits.ts'
import { PortalError, invalidInput } from '../errors.ts'

/** An upload has two parts and no more: `url`, then `file` (rules 6.1). */
export const UPLOAD_LIMITS = {
  fields: 1,
  files: 1,
  parts: 2,
  fieldNameSize: 100,
  fieldSize: 1024,
  headerPairs: 20,
  // Each kind's own limit is smaller and kept while the file arrives.
  fileSize: Math.max(...Object.values(FILE_KINDS).map(({ maxBytes }) => maxBytes)) + 1,
} as const

/**
 * Reads the parts of an upload up to where the file begins: its `url` (`folder/name`), the caller's name of it, and its bytes as
 * they arrive. Throws 400 when the parts are not the two, in their order; `content` does when another one follows the file.
 */
export async function readUploadParts(parts: AsyncIterator<Multipart>) {
  const first = await nextPart(parts)
  if (!first || first.type !== 'field' || first.fieldname !== 'url' || typeof first.value !== 'string') {
    throw invalidInput({ url: ['The folder and name of the file (url) must be the first part.'] })
  }
  if (first.valueTruncated) throw invalidInput({ url: ['This is too long.'] })
  const second = await nextPart(parts)
  if (!second || second.type !== 'file' || second.fieldname !== 'file') {
    throw invalidInput({ file: ['Please choose a file.'] })
  }
  const { file } = second
  const originalName = nameOfPart(second.filename)

  async function* content(): AsyncGenerator<Buffer> {
    yield* file as AsyncIterable<Buffer>
    if (file.truncated || (await nextPart(parts))) throw new PortalError('badRequest')
  }
  return { url: first.value, originalName, content: content() }
}

/** Returns the caller's name of a part's file. Throws 400 without one: busboy then says undefined, whatever its types say. */
export function nameOfPart(filename: string | undefined): string {
  if (filename === undefined) throw invalidInput({ file: ['This file has no name.'] })
  // Quotes and line ends of a name come escaped in this way, and no others (RFC 7578 as the browsers do it).
  return filename.replaceAll(/%(?:22|0A|0D)/gi, decodeURIComponent)
}

/** The next part, or nothing. What the parser cannot read, or has too much of, is the caller's mistake. */
export async function nextPart(parts: AsyncIterator<Multipart>): Promise<Multipart | undefined> {
  try {
    const { value, done } = await parts.next()
    return done ? undefined : (value as Multipart)
  } catch {
    throw new PortalError('badRequest')
  }
}
