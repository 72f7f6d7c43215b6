import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { contentDisposition } from '#platform/http/file-answers.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { FILE_LINK_SECONDS } from '@tahanan/contract/limits.ts'
import { PortalError, notFound } from '../errors.ts'
import type { Services } from '../services.ts'
import { readRange } from './byte-range.ts'
import type { ByteRange } from './store/disk.ts'
import { displayName, hasSizes, IMAGE_SIZES, parseKey, type FileKey } from './store/keys.ts'
import type { FileSize } from './store/store.ts'

/** Seconds that a browser caches a logo; a new logo has a new key. */
const PUBLIC_SECONDS = 24 * 60 * 60

/**
 * `GET /files/{key}`: the file itself, for whoever holds a signed link, outside `/api` so that pictures can name it. Pictures of
 * records of the `open` kinds need no signature: their links do not grow old.
 */
export function fileDownloads(app: PortalApp, services: Services, open: readonly string[]): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/*',
    config: { policy: 'open' },
    // Pictures, films and PDFs are compressed already, and a range of a compressed answer is not one of the file.
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
      const { parsed, seconds } = await readLink(services, key, query, open)
      const file = await describe(services, key, parsed, query.size)
      const headers = fileHeaders(file, parsed, seconds)
      const wish = readWish(request, file)
      if (wish === 'known') return reply.headers(headers).code(304).send()
      if (wish === 'unsatisfiable')
        return reply.code(416).header('content-range', `bytes */${file.bytes}`).send()
      // opened before any header is set: a refusal must not leave with a file's headers
      const content =
        request.method === 'HEAD' ? null : await services.files.read(key, file.size, wish ?? undefined)
      return reply
        .code(wish ? 206 : 200)
        .headers({ ...headers, ...lengthOf(file, wish) })
        .send(content)
    },
  })
}

/** Returns the key that a link opens, and for how many seconds. Throws 404 for no file of ours, 403 when it is old or altered. */
async function readLink(
  { db, files }: Services,
  key: string,
  { expires, signature, size }: { expires: string; signature: string; size: FileSize },
  open: readonly string[],
): Promise<{ parsed: FileKey; seconds: number }> {
  const parsed = parseKey(key)
  if (!parsed || (size !== 'whole' && !hasSizes(parsed))) throw notFound()
  const seconds = parsed.folder === 'logo' ? PUBLIC_SECONDS : files.secondsLeft(key, expires, signature)
  if (seconds > 0) return { parsed, seconds }
  const owner = db.selectFrom('files').select('owner_kind as kind').where('key', '=', key)
  if (parsed.folder === 'images' && open.includes((await owner.executeTakeFirst())?.kind ?? ''))
    return { parsed, seconds: FILE_LINK_SECONDS }
  throw new PortalError('linkExpired')
}

interface Described {
  /** Which of the stored pictures it is. */
  readonly size: FileSize
  readonly name: string
  readonly mime: string
  readonly bytes: number
  readonly etag: string
}

async function describe(
  { db, files }: Services,
  key: string,
  parsed: FileKey,
  size: FileSize,
): Promise<Described> {
  // A file never changes under its key, so the key's own id tells one from another.
  const id = key.slice(key.lastIndexOf('-') + 1, key.lastIndexOf('.'))
  if (size !== 'whole') {
    const found = await files.stat(key, size)
    if (found) {
      const etag = `"${id}-${size}"`
      return { size, name: displayName(key, 'webp'), mime: 'image/webp', bytes: found.bytes, etag }
    }
    if (size === 'thumb') throw notFound()
    // Animations have none for screens: the whole image is shown.
  }
  const row = db.selectFrom('files').select(['name', 'bytes']).where('key', '=', key)
  const { name, bytes } = await row.executeTakeFirstOrThrow(notFound)
  return { size: 'whole', name, mime: parsed.mime, bytes, etag: `"${id}"` }
}

function fileHeaders(file: Described, { kind, folder }: FileKey, seconds: number): Record<string, string> {
  return {
    'content-type': kind === 'csv' ? 'text/csv; charset=utf-8' : file.mime,
    'content-disposition': contentDisposition(/csv|bankFile/.test(kind) ? 'attachment' : 'inline', file.name),
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

/** Policy of files: they run nothing, load nothing and have an opaque origin; the policies' page shows PDFs in frames. */
const CONTENT_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'"

/** Reads the browser's request: a range, the whole (null), or nothing because it has the file already ('known'). */
function readWish(
  { headers }: FastifyRequest,
  file: Described,
): ByteRange | 'known' | 'unsatisfiable' | null {
  const tags = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (tags?.some((tag) => tag === file.etag || tag === '*')) return 'known'
  const condition = headers['if-range']
  return condition === undefined || condition === file.etag ? readRange(headers.range, file.bytes) : null
}

function lengthOf({ bytes }: Described, range: ByteRange | null): Record<string, string | number> {
  if (!range) return { 'content-length': bytes }
  const { start, end } = range
  return { 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${bytes}` }
}
