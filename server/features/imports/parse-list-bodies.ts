import type { FastifyRequest } from 'fastify'
import { PortalError } from '#platform/errors.ts'
import { parseFiles, type Parsed } from '#platform/files/parsing/parse-files.ts'
import { toUploadRefusal } from '#platform/files/receive.ts'
import { formatMegabytes } from '#platform/files/store/file-key.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { Services } from '#platform/services.ts'
import { IMPORT_LIMITS } from '@tahanan/contract/billing/statement-import.ts'
import type { parse } from './reading/parse-list.ts'

const PARSER = new URL('./reading/parse-list.ts', import.meta.url)

/**
 * Parses the bodies of these routes in child processes, because lists may be large. Returns a function that
 * returns the parsed list of a request, or undefined if its body has none.
 */
export function parseListBodies(scope: PortalApp, services: Services) {
  const parsed = new WeakMap<object, Parsed<typeof parse>>()
  const options = { timeZone: services.config.communityTimeZone }
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: AsyncIterable<Buffer>) => {
      const sources = {
        pdfFiles: () => Promise.resolve(limitSize(payload, request.headers['content-length'])),
      }
      const read = await parseFiles<typeof parse>(services, request.actor, PARSER, sources, options)
      parsed.set(request, read)
      return read.result.body
    },
  )
  scope.addHook('onResponse', async (request) => parsed.get(request)?.[Symbol.asyncDispose]())
  return (request: object): Parsed<typeof parse> | undefined => {
    const read = parsed.get(request)
    return read?.result.list ? read : undefined
  }
}

async function* limitSize(payload: AsyncIterable<Buffer>, length = '0'): AsyncGenerator<Buffer> {
  let bytes = Number(length)
  const requireRoom = (): void => {
    if (bytes > IMPORT_LIMITS.body)
      throw new PortalError('tooLarge', { blanks: { limit: formatMegabytes(IMPORT_LIMITS.body) } })
  }
  requireRoom()
  bytes = 0
  try {
    for await (const piece of payload) {
      bytes += piece.length
      requireRoom()
      yield piece
    }
  } catch (error) {
    throw toUploadRefusal(error)
  }
}
