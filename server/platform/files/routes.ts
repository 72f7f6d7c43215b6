import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import { Type } from 'typebox'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { ErrorAnswer, SignedLink, UploadedFile } from '@tahanan/contract/answers.ts'
import { AREAS, FOLDERS, type Area } from '@tahanan/contract/limits.ts'
import type { Actor } from '../actor.ts'
import { PortalError, invalidInput } from '../errors.ts'
import type { Services } from '../services.ts'
import { UPLOAD_LIMITS, parseUploadParts } from './parse-upload-parts.ts'
import { requireReadable, type FileReaders } from './require-readable.ts'
import { reserveUpload, type Refund } from './reserve-upload.ts'
import { saveFile } from './save-file.ts'
import { splitUploadUrl } from './store/file-key.ts'

/**
 * Declares `POST /file` and `GET /file` (rules 6.1, 6.9). `readers` contains an access check for each kind of
 * record.
 */
export function fileRoutes(app: PortalApp, services: Services, readers: FileReaders): void {
  void app.register((scope: PortalApp) => uploadRoute(scope, services))
  linkRoute(app, services, readers)
}

async function uploadRoute(app: PortalApp, { db, files }: Services): Promise<void> {
  await app.register(multipart, { limits: UPLOAD_LIMITS, throwFileSizeLimit: false })
  app.post(
    '/file',
    {
      config: { policy: { areas: AREAS } },
      schema: {
        summary: 'Upload a file',
        description: 'Its type is read from its content. It belongs to its uploader until a record names it.',
        consumes: ['multipart/form-data'],
        body: Type.Object({
          url: Type.String({ description: 'folder/name; this part comes first' }),
          file: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
        }),
        response: { 201: UploadedFile, '4xx': ErrorAnswer },
      },
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      let refund: Refund | undefined
      try {
        if (!request.isMultipart()) throw new PortalError('unsupportedMediaType')
        const length = request.headers['content-length']
        refund = await reserveUpload(db, request.actor, length === undefined ? undefined : Number(length))
        const { url, originalName, content } = await parseUploadParts(request.parts())
        const place = requirePlace(request.actor, url)
        const saved = await saveFile(db, files, { ...place, originalName, content, uploader: request.actor })
        const { src: location, ...sizes } = files.link(saved.key)
        return await reply.code(201).send({ key: saved.key, location, name: saved.name, ...sizes })
      } catch (error) {
        drain(request.raw)
        // If the refund fails too, the failed upload is counted until the quota's day has passed.
        await refund?.().catch(() => {})
        throw error
      }
    },
  )
}

function linkRoute(app: PortalApp, { db, files }: Services, readers: FileReaders): void {
  app.get(
    '/file',
    {
      config: { policy: { areas: AREAS } },
      schema: {
        summary: 'A link to a file, signed for five minutes',
        querystring: Type.Object({ name: Type.String({ description: 'The key of the file.' }) }),
        response: { 200: SignedLink, 404: ErrorAnswer, '4xx': ErrorAnswer },
      },
    },
    async (request) => {
      const { name } = request.query
      const viewed = await requireReadable(db, readers, request.actor, name)
      request.viewed = viewed && (() => viewed)
      return { url: files.link(name).src }
    },
  )
}

/**
 * Returns folder and name of the `url`. Throws 400 for an unknown folder, and 403 if another area's users
 * upload to it.
 */
function requirePlace(actor: Actor, url: string) {
  const place = splitUploadUrl(url)
  if (!place) throw invalidInput({ url: ['There is no such folder.'] })
  const writers: readonly Area[] = FOLDERS[place.folder].writers
  if (!writers.includes(actor.area)) throw new PortalError('wrongArea')
  return place
}

const DRAIN_BYTES = 128 * 1024 * 1024
const DRAIN_MS = 60_000

/**
 * Receives and discards the rest of a refused upload, because most clients read the answer only after sending
 * everything. Closes the connection if the rest exceeds DRAIN_BYTES or DRAIN_MS.
 */
export function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  let bytes = 0
  const timer = setTimeout(() => request.destroy(), DRAIN_MS)
  timer.unref()
  request.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes > DRAIN_BYTES) request.destroy()
  })
  request.once('close', () => clearTimeout(timer))
  request.once('end', () => clearTimeout(timer))
  request.unpipe()
  request.resume()
}
