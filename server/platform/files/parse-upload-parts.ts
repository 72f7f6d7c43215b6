import type { Multipart } from '@fastify/multipart'
import { FILE_KINDS } from '@tahanan/contract/limits.ts'
import { PortalError, createInvalidInputError } from '../errors.ts'

/** An upload has exactly two parts: `url`, then `file` (rules 6.1). */
export const UPLOAD_LIMITS = {
  fields: 1,
  files: 1,
  parts: 2,
  fieldNameSize: 100,
  fieldSize: 1024,
  headerPairs: 20,
  fileSize: Math.max(...Object.values(FILE_KINDS).map(({ maxBytes }) => maxBytes)) + 1,
} as const

/**
 * Parses the parts of an upload. Returns `url` (`folder/name`), the file's original name, and its content as
 * a stream. Throws 400 for other parts or another order. Reading `content` throws if another part follows the
 * file.
 */
export async function parseUploadParts(parts: AsyncIterator<Multipart>) {
  const firstPart = await readNextPart(parts)
  if (
    !firstPart ||
    firstPart.type !== 'field' ||
    firstPart.fieldname !== 'url' ||
    typeof firstPart.value !== 'string'
  ) {
    throw createInvalidInputError({ url: ['The folder and name of the file (url) must be the first part.'] })
  }
  if (firstPart.valueTruncated) throw createInvalidInputError({ url: ['This is too long.'] })
  const secondPart = await readNextPart(parts)
  if (!secondPart || secondPart.type !== 'file' || secondPart.fieldname !== 'file') {
    throw createInvalidInputError({ file: ['Please choose a file.'] })
  }
  const { file } = secondPart
  const originalName = getPartName(secondPart.filename)

  async function* yieldContent(): AsyncGenerator<Buffer> {
    yield* file as AsyncIterable<Buffer>
    if (file.truncated || (await readNextPart(parts))) throw new PortalError('badRequest')
  }
  return { url: firstPart.value, originalName, content: yieldContent() }
}

/**
 * Returns the file name of an upload part. Throws 400 if it is missing, which the types of the library busboy
 * do not show.
 */
export function getPartName(filename: string | undefined): string {
  if (filename === undefined) throw createInvalidInputError({ file: ['This file has no name.'] })
  // Browsers percent-encode only quotes and line ends in a file name (RFC 7578).
  return filename.replaceAll(/%(?:22|0A|0D)/gi, decodeURIComponent)
}

/**
 * Reads the next part of an upload. Returns undefined after the last part. Throws 400 if the multipart parser
 * fails.
 */
export async function readNextPart(parts: AsyncIterator<Multipart>): Promise<Multipart | undefined> {
  try {
    const { value, done } = await parts.next()
    return done ? undefined : (value as Multipart)
  } catch {
    throw new PortalError('badRequest')
  }
}
