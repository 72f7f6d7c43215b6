import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { prepared } from '../db/client.ts'
import { PortalError } from '../errors.ts'
import type { PortalApp } from '../http/portal-app.ts'
import type { Services } from '../services.ts'
import { readRange } from './byte-range.ts'
import { displayName, parseKey } from './keys.ts'
import type { FileKey } from './keys.ts'
import type { FileSize } from './store.ts'

/** How long a browser keeps a logo, in seconds; a new logo has a new key. */
const PUBLIC_SECONDS = 24 * 60 * 60

/** `GET /files/{key}`: the file itself, for whoever holds a signed link, outside `/api` so that pictures can name it. */
export function fileDownloads(app: PortalApp, services: Services): void {
  app.get(
    '/files/*',
    {
      config: { policy: 'open' },
      // Pictures, films and PDFs are compressed already, and a range of a compressed answer is not one of the file.
      compress: false,
      schema: {
        hide: true,
        params: Type.Object({ '*': Type.String({ maxLength: 255 }) }),
        querystring: Type.Object({
          expires: Type.String({ default: '', maxLength: 12 }),
          signature: Type.String({ default: '', maxLength: 64 }),
          size: Type.Union([Type.Literal('whole'), Type.Literal('thumb')], { default: 'whole' }),
        }),
      },
    },
    async (request, reply) => {
      const { expires, signature, size } = request.query
      const key = request.params['*']
      const parsed = parseKey(key)
      if (!parsed || (size === 'thumb' && parsed.kind !== 'image')) throw new PortalError('notFound')
      const seconds =
        parsed.folder === 'logo' ? PUBLIC_SECONDS : services.files.secondsLeft(key, expires, signature)
      if (seconds === 0) throw new PortalError('linkExpired')
      const file = await describe(services, key, parsed, size)
      setHeaders(reply, file, parsed, seconds)
      return sendContent(services, request, reply, key, size, file)
    },
  )
}

interface Described {
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
  if (size === 'thumb') {
    const found = await files.stat(key, 'thumb')
    if (!found) throw new PortalError('notFound')
    return { name: displayName(key, 'webp'), mime: 'image/webp', bytes: found.bytes, etag: `"${id}-thumb"` }
  }
  const [row] = await prepared<{ name: string; bytes: number }>(
    db,
    'file_name',
    'select name, bytes from files where key = $1',
    [key],
  )
  if (!row) throw new PortalError('notFound')
  return { name: row.name, mime: parsed.mime, bytes: row.bytes, etag: `"${id}"` }
}

function setHeaders(reply: FastifyReply, file: Described, { kind, folder }: FileKey, seconds: number): void {
  reply.headers({
    'content-type': kind === 'csv' ? 'text/csv; charset=utf-8' : file.mime,
    'content-disposition': contentDisposition(kind === 'csv' ? 'attachment' : 'inline', file.name),
    'content-security-policy': CONTENT_POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': `${folder === 'logo' ? 'public' : 'private'}, max-age=${seconds}`,
    'accept-ranges': 'bytes',
    etag: file.etag,
  })
}

/** Whatever a file holds, it runs nothing, loads nothing and belongs to no site; the policies' page shows PDFs in frames. */
const CONTENT_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'"

async function sendContent(
  { files }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  size: FileSize,
  file: Described,
): Promise<FastifyReply> {
  const { range: wanted, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers
  if (ifNoneMatch?.split(',').some((tag) => tag.trim() === file.etag || tag.trim() === '*')) {
    return reply.code(304).send()
  }
  const range = ifRange === undefined || ifRange === file.etag ? readRange(wanted, file.bytes) : null
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${file.bytes}`).send()
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`)
  reply.header('content-length', range ? range.end - range.start + 1 : file.bytes)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(await files.read(key, size, range ?? undefined))
}

/** RFC 6266: the plain name for old programs, the true one in RFC 5987's escapes. */
export function contentDisposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/["\\%]/g, '_')
  const escaped = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${plain}"; filename*=UTF-8''${escaped}`
}
