import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { formatContentDisposition } from '#platform/http/send-pdf.ts'
import { FILE_LINK_SECONDS } from '@tahanan/contract/limits.ts'
import { PortalError, createNotFoundError } from '../errors.ts'
import type { PlatformContext } from '../platform-context.ts'
import { parseByteRange } from './parse-byte-range.ts'
import { toDisplayName, hasSizes, IMAGE_SIZES, parseKey, type FileKey } from './store/file-key.ts'
import type { FileSize } from './store/file-store.ts'
import type { ByteRange } from './store/storage-backend.ts'

/** Browsers may cache the logo for a day, because a new logo gets a new key. */
const PUBLIC_CACHE_SECONDS = 24 * 60 * 60

/**
 * Declares `GET /files/{key}` for callers with a signed link. The pictures of some kinds of records (`open`)
 * need no signature, so that links to them never expire.
 */
export function registerFileDownloads(
  app: PortalApp,
  services: PlatformContext,
  publicKinds: readonly string[],
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/*',
    config: { policy: 'open' },
    // Not compressed: images, films and PDFs are compressed already, and a byte range must refer to the
    // original file.
    compress: false,
    schema: {
      hide: true,
      params: Type.Object({ '*': Type.String({ maxLength: 255 }) }),
      querystring: Type.Object({
        expires: Type.String({ default: '', maxLength: 12 }),
        signature: Type.String({ default: '', maxLength: 64 }),
        size: Type.Union([Type.Literal('whole'), ...IMAGE_SIZES.map((size) => Type.Literal(size))], {
          default: 'whole',
        }),
      }),
    },
    handler: async (request, reply) => {
      const { query, params } = request
      const { '*': key } = params
      const { parsed, seconds } = await requireValidLink(services, key, query, publicKinds)
      const file = await describeFile(services, key, parsed, query.size)
      const headers = createHeaders(file, parsed, seconds)
      const range = parseConditions(request, file)
      if (range === 'cached') return reply.headers(headers).code(304).send()
      if (range === 'unsatisfiable')
        return reply.code(416).header('content-range', `bytes */${file.bytes}`).send()
      // The file is opened before headers are set; otherwise an error would be sent with the headers of a
      // file.
      const content =
        request.method === 'HEAD' ? null : await services.files.read(key, file.size, range ?? undefined)
      return reply
        .code(range ? 206 : 200)
        .headers({ ...headers, ...createLengthHeaders(file, range) })
        .send(content)
    },
  })
}

/**
 * Checks a link; returns its parsed key and the seconds until it expires. Throws 404 for an invalid key, and
 * 403 if the link has expired or its signature is wrong.
 */
async function requireValidLink(
  { db, files }: PlatformContext,
  key: string,
  { expires, signature, size }: { expires: string; signature: string; size: FileSize },
  publicKinds: readonly string[],
): Promise<{ parsed: FileKey; seconds: number }> {
  const parsedKey = parseKey(key)
  if (!parsedKey || (size !== 'whole' && !hasSizes(parsedKey))) throw createNotFoundError()
  const cacheSeconds =
    parsedKey.folder === 'logo' ? PUBLIC_CACHE_SECONDS : files.secondsLeft(key, expires, signature)
  if (cacheSeconds > 0) return { parsed: parsedKey, seconds: cacheSeconds }
  const ownerQuery = db.selectFrom('files').select('owner_kind as kind').where('key', '=', key)
  if (
    parsedKey.folder === 'images' &&
    publicKinds.includes((await ownerQuery.executeTakeFirst())?.kind ?? '')
  )
    return { parsed: parsedKey, seconds: FILE_LINK_SECONDS }
  throw new PortalError('linkExpired')
}

interface FileDescription {
  readonly size: FileSize
  readonly name: string
  readonly mime: string
  readonly bytes: number
  readonly etag: string
}

async function describeFile(
  { db, files }: PlatformContext,
  key: string,
  parsedKey: FileKey,
  size: FileSize,
): Promise<FileDescription> {
  // The ETag is the id in the file's key, because the content of a key never changes.
  const id = key.slice(key.lastIndexOf('-') + 1, key.lastIndexOf('.'))
  if (size !== 'whole') {
    const storedFile = await files.stat(key, size)
    if (storedFile) {
      const etag = `"${id}-${size}"`
      return { size, name: toDisplayName(key, 'webp'), mime: 'image/webp', bytes: storedFile.bytes, etag }
    }
    if (size === 'thumb') throw createNotFoundError()
    // Animations are not stored in the size `screen`, so the original image is sent.
  }
  const row = db.selectFrom('files').select(['name', 'bytes']).where('key', '=', key)
  const { name, bytes } = await row.executeTakeFirstOrThrow(createNotFoundError)
  return { size: 'whole', name, mime: parsedKey.mime, bytes, etag: `"${id}"` }
}

function createHeaders(
  file: FileDescription,
  { kind, folder }: FileKey,
  seconds: number,
): Record<string, string> {
  return {
    'content-type': kind === 'csv' ? 'text/csv; charset=utf-8' : file.mime,
    'content-disposition': formatContentDisposition(
      /csv|bankFile/.test(kind) ? 'attachment' : 'inline',
      file.name,
    ),
    'content-security-policy': CONTENT_POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': `${folder === 'logo' ? 'public' : 'private'}, max-age=${seconds}`,
    'accept-ranges': 'bytes',
    etag: file.etag,
  }
}

/**
 * Content-Security-Policy of files: they must not run scripts or load anything, and only the portal's own
 * pages may embed them in frames.
 */
const CONTENT_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'"

function parseConditions(
  { headers }: FastifyRequest,
  file: FileDescription,
): ByteRange | 'cached' | 'unsatisfiable' | null {
  const tags = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (tags?.some((tag) => tag === file.etag || tag === '*')) return 'cached'
  const condition = headers['if-range']
  return condition === undefined || condition === file.etag ? parseByteRange(headers.range, file.bytes) : null
}

function createLengthHeaders(
  { bytes }: FileDescription,
  range: ByteRange | null,
): Record<string, string | number> {
  if (!range) return { 'content-length': bytes }
  const { start, end } = range
  return { 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${bytes}` }
}
