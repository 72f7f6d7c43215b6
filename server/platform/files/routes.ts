import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import { Type } from 'typebox'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { ErrorAnswer, SignedLink, UploadedFile } from '@tahanan/contract/answers.ts'
import { AREAS, UPLOAD_FOLDERS, type Area } from '@tahanan/contract/limits.ts'
import type { Actor } from '../actor.ts'
import { PortalError, createInvalidInputError } from '../errors.ts'
import type { PlatformContext } from '../platform-context.ts'
import { UPLOAD_LIMITS, parseUploadParts } from './parse-upload-parts.ts'
import { requireReadableFile, type FileAccessChecks } from './require-readable-file.ts'
import { reserveUpload, type RefundUpload } from './reserve-upload.ts'
import { saveFile } from './save-file.ts'
import { splitUploadUrl } from './store/file-key.ts'

/**
 * Declares `POST /file` and `GET /file` (rules 6.1, 6.9). `accessChecks` contains, for each kind of record, the
 * function that checks who may read its files.
 */
export function fileRoutes(app: PortalApp, services: PlatformContext, accessChecks: FileAccessChecks): void {
  void app.register((scope: PortalApp) => registerUploadRoute(scope, services))
  registerLinkRoute(app, services, accessChecks)
}

async function registerUploadRoute(app: PortalApp, { db, files }: PlatformContext): Promise<void> {
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
      let refund: RefundUpload | undefined
      try {
        if (!request.isMultipart()) throw new PortalError('unsupportedMediaType')
        const contentLength = request.headers['content-length']
        refund = await reserveUpload(
          db,
          request.actor,
          contentLength === undefined ? undefined : Number(contentLength),
        )
        const { url, originalName, content } = await parseUploadParts(request.parts())
        const uploadTarget = requireUploadTarget(request.actor, url)
        const savedFile = await saveFile(db, files, {
          ...uploadTarget,
          originalName,
          content,
          uploader: request.actor,
        })
        const { src: location, ...sizes } = files.link(savedFile.key)
        return await reply.code(201).send({ key: savedFile.key, location, name: savedFile.name, ...sizes })
      } catch (error) {
        drainRequest(request.raw)
        // If the refund of the upload quota fails too, the failed upload counts until the end of the quota's
        // day.
        await refund?.().catch(() => {})
        throw error
      }
    },
  )
}

function registerLinkRoute(
  app: PortalApp,
  { db, files }: PlatformContext,
  accessChecks: FileAccessChecks,
): void {
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
      const viewedRows = await requireReadableFile(db, accessChecks, request.actor, name)
      request.viewed = viewedRows && (() => viewedRows)
      return { url: files.link(name).src }
    },
  )
}

/** Throws 400 for an unknown folder, and 403 if users of this area may not upload to it. */
function requireUploadTarget(actor: Actor, url: string) {
  const uploadTarget = splitUploadUrl(url)
  if (!uploadTarget) throw createInvalidInputError({ url: ['There is no such folder.'] })
  const writerAreas: readonly Area[] = UPLOAD_FOLDERS[uploadTarget.folder].writers
  if (!writerAreas.includes(actor.area)) throw new PortalError('wrongArea')
  return uploadTarget
}

const MAX_DRAIN_BYTES = 128 * 1024 * 1024
const DRAIN_MS = 60_000

/**
 * Receives and discards the rest of a refused upload, because most clients read the answer only after sending
 * everything. Closes the connection if the rest exceeds MAX_DRAIN_BYTES or DRAIN_MS.
 */
export function drainRequest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  let drainedBytes = 0
  const timer = setTimeout(() => request.destroy(), DRAIN_MS)
  timer.unref()
  request.on('data', (chunk: Buffer) => {
    drainedBytes += chunk.length
    if (drainedBytes > MAX_DRAIN_BYTES) request.destroy()
  })
  request.once('close', () => clearTimeout(timer))
  request.once('end', () => clearTimeout(timer))
  request.unpipe()
  request.resume()
}
