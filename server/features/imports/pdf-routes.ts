import multipart from '@fastify/multipart'
import { Type } from 'typebox'
import { PortalError } from '#platform/errors.ts'
import { drainRequest } from '#platform/files/routes.ts'
import { listAnswer, toPage } from '#platform/http/list-query.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { ErrorAnswer, oneOf } from '@tahanan/contract/answers.ts'
import { PdfNames, UploadedPdfs } from '@tahanan/contract/billing/import-answers.ts'
import { IMPORT_LIMITS, PDF_KINDS } from '@tahanan/contract/billing/statement-import.ts'
import { FILE_KINDS, LIMITS } from '@tahanan/contract/limits.ts'
import { CHANGE_OPTIONS, ImportParams, VIEW_CONFIG, requireImport } from './policy.ts'
import { receivePdfs } from './receive-pdfs.ts'
import { listPdfs } from './repository.ts'
import { storePdfs } from './store-pdfs.ts'

const MULTIPART_LIMITS = {
  files: IMPORT_LIMITS.pdfsPerCall,
  fields: 10,
  parts: IMPORT_LIMITS.pdfsPerCall + 10,
  fieldNameSize: 100,
  fieldSize: 1024,
  headerPairs: 20,
  // The upload limit is one byte above the allowed size, so that the later size check sees that a file is too
  // large.
  fileSize: FILE_KINDS.pdf.maxBytes + 1,
} as const

export function pdfRoutes(app: PortalApp, services: PlatformContext): void {
  void app.register((scope: PortalApp) => addUploadRoute(scope, services))

  app.get('/statement-imports/:uniqId/pdfs', {
    config: VIEW_CONFIG,
    schema: {
      summary:
        'Names of PDFs: those that rows name and that did not come, that no row names, or all that came',
      params: ImportParams,
      querystring: Type.Object({
        kind: oneOf(PDF_KINDS),
        page: Type.Integer({ minimum: 1, maximum: LIMITS.page, default: 1 }),
        limit: Type.Integer({
          minimum: 0,
          maximum: IMPORT_LIMITS.rows,
          default: 0,
          description: '0 is all.',
        }),
      }),
      response: { 200: PdfNames },
    },
    handler: async ({ params: { uniqId }, query }) => {
      const page = { ...toPage(query), limit: query.limit || IMPORT_LIMITS.rows }
      const { id } = await requireImport(services.db, uniqId)
      const pdfs = await listPdfs(services.db, id, query.kind, page)
      const hashes = pdfs.rows.map(({ sha256 = '' }) => sha256)
      return {
        ...listAnswer(page, pdfs, ({ name }) => name),
        ...(query.kind === 'uploaded' && { sha256: hashes }),
      }
    },
  })
}

async function addUploadRoute(app: PortalApp, { db, files }: PlatformContext): Promise<void> {
  await app.register(multipart, { limits: MULTIPART_LIMITS, throwFileSizeLimit: false })
  app.post(
    '/statement-imports/:uniqId/pdfs',
    {
      ...CHANGE_OPTIONS,
      schema: {
        summary: `Upload PDFs of statements, up to ${IMPORT_LIMITS.pdfsPerCall} in a call`,
        description:
          'Each is checked as every upload is; a refused one stops nothing but itself. The same name ' +
          'again replaces the one before.',
        consumes: ['multipart/form-data'],
        params: ImportParams,
        body: Type.Object({ files: Type.Array(Type.Unsafe<unknown>({ type: 'string', format: 'binary' })) }),
        response: { 200: UploadedPdfs, '4xx': ErrorAnswer },
      },
      // The body is not validated, because its parts are parsed while they arrive. The schema only documents
      // the body.
      validatorCompiler: ({ httpPart, schema, ...rest }) =>
        httpPart === 'body' ? () => true : app.validatorCompiler!({ httpPart, schema, ...rest }),
    },
    async (request, reply) => {
      try {
        if (!request.isMultipart()) throw new PortalError('unsupportedMediaType')
        const { id, state } = await requireImport(db, request.params.uniqId)
        if (state !== 'prepared') throw new PortalError('alreadyDone')
        const pdfTarget = { importId: id, adminId: request.actor.id }
        const pdfResults = await receivePdfs(files, request.parts(), request.actor, (pdfs) =>
          storePdfs(db, files, pdfTarget, pdfs),
        )
        return await reply.send({ data: pdfResults })
      } catch (error) {
        drainRequest(request.raw)
        throw error
      }
    },
  )
}
