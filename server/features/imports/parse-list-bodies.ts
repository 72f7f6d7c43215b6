import type { FastifyRequest } from 'fastify'
import { PortalError } from '#platform/errors.ts'
import { parseFiles, type ParsedFiles } from '#platform/files/parsing/parse-files.ts'
import { toUploadRefusal } from '#platform/files/receive-upload.ts'
import { formatMegabytes } from '#platform/files/store/file-key.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { IMPORT_LIMITS } from '@tahanan/contract/billing/statement-import.ts'
import type { parse } from './reading/parse-list.ts'

const PARSER_URL = new URL('./reading/parse-list.ts', import.meta.url)

/**
 * Makes the routes of `scope` parse their bodies in child processes, because a list of rows may be large.
 * Returns a function that gets the parsed list of a request; it returns undefined if the body has none.
 */
export function parseListBodies(scope: PortalApp, services: PlatformContext) {
  const parsedBodies = new WeakMap<object, ParsedFiles<typeof parse>>()
  const options = { timeZone: services.config.communityTimeZone }
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: AsyncIterable<Buffer>) => {
      const sources = {
        pdfFiles: () => Promise.resolve(limitSize(payload, request.headers['content-length'])),
      }
      const parsedBody = await parseFiles<typeof parse>(services, request.actor, PARSER_URL, sources, options)
      parsedBodies.set(request, parsedBody)
      return parsedBody.result.body
    },
  )
  scope.addHook('onResponse', async (request) => parsedBodies.get(request)?.[Symbol.asyncDispose]())
  return (request: object): ParsedFiles<typeof parse> | undefined => {
    const parsedBody = parsedBodies.get(request)
    return parsedBody?.result.list ? parsedBody : undefined
  }
}

async function* limitSize(payload: AsyncIterable<Buffer>, length = '0'): AsyncGenerator<Buffer> {
  let byteCount = Number(length)
  const requireSizeWithinLimit = (): void => {
    if (byteCount > IMPORT_LIMITS.body)
      throw new PortalError('tooLarge', { placeholders: { limit: formatMegabytes(IMPORT_LIMITS.body) } })
  }
  requireSizeWithinLimit()
  byteCount = 0
  try {
    for await (const payloadChunk of payload) {
      byteCount += payloadChunk.length
      requireSizeWithinLimit()
      yield payloadChunk
    }
  } catch (error) {
    throw toUploadRefusal(error)
  }
}
