import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { PortalError } from '../errors.ts'
import type { PortalApp } from './portal-app.ts'
import { createPageHeaders } from './security-headers.ts'

/** Where the web app's build lies. */
const DIST = join(import.meta.dirname, '../../web/dist')
const STYLE_NONCE = '{{STYLE_NONCE}}'
const OPEN = { policy: 'open', unlogged: true, unlimited: true } as const

/**
 * Serves the web app: its files by their hashed names, for a year and compressed at build time; its page for every other
 * address, because the app itself knows its routes. Calls under `/api` and files that do not exist answer 404.
 */
export async function serveWebApp(
  app: PortalApp,
  config: Pick<Config, 'publicUrl'>,
  dist = DIST,
): Promise<void> {
  const { webApp } = createPageHeaders(config)
  const page = existsSync(join(dist, 'index.html')) ? readFileSync(join(dist, 'index.html'), 'utf8') : null

  await app.register(fastifyStatic, {
    root: dist,
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  })
  app.get('/assets/*', { config: OPEN, schema: { hide: true }, compress: false }, (request, reply) =>
    // Asked for by name from another site's page it would only tell what this portal runs; inside it is needed.
    reply.sendFile(`assets/${(request.params as { '*': string })['*']}`),
  )

  app.get('/*', { config: OPEN, schema: { hide: true } }, (request, reply) => {
    if (!isPage(request)) throw new PortalError('noSuchCall')
    if (page === null) throw new PortalError('unavailable')
    return sendPage(page, reply)
  })
  app.setNotFoundHandler(() => {
    throw new PortalError('noSuchCall')
  })

  function sendPage(page: string, reply: FastifyReply): FastifyReply {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers(webApp(nonce))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(STYLE_NONCE, nonce))
  }
}

/** What a person opens: neither a call, nor a file of the app, nor a stored file. */
function isPage({ url }: FastifyRequest): boolean {
  return !/^\/(api|assets|files|socket\.io)(?:[/?]|$)/i.test(url)
}
