import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PortalError } from '../../errors.ts'
import type { PlatformConfig } from '../../platform-config.ts'
import type { PortalApp } from '../portal-app.ts'
import { createPageHeaders } from '../secure-answers.ts'

export const DIST = join(import.meta.dirname, '../../../../web/dist')
const OPEN = { policy: 'open', unlogged: true, unlimited: true } as const

/**
 * Serves the web app: files by their hashed names, cached for a year and compressed at build time, and the
 * page at all other paths, which the app itself routes. Unknown calls and missing files answer 404.
 */
export async function serveWebApp(
  app: PortalApp,
  config: Pick<PlatformConfig, 'publicUrl' | 'hstsSubdomains'>,
  dist = DIST,
): Promise<void> {
  const { webApp, gatePage } = createPageHeaders(config)

  await app.register(fastifyStatic, {
    root: dist,
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  })
  app.get('/assets/*', { config: OPEN, schema: { hide: true }, compress: false }, (request, reply) =>
    reply.sendFile(`assets/${(request.params as { '*': string })['*']}`),
  )

  // Firefox fetches it with answers that are not pages, Chromium with PDFs.
  app.get('/favicon.ico', { config: OPEN, schema: { hide: true }, compress: false }, (_request, reply) =>
    reply.sendFile('assets/app-icon-1-192.png', { immutable: false, maxAge: '1d' }),
  )

  const sendPage = async (reply: FastifyReply, file: string, headersFor = webApp) => {
    const page = await readPage(dist, file)
    return reply
      .headers(headersFor({ scripts: inlineScriptsOf(page) }))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page)
  }

  app.get('/*', { config: OPEN, schema: { hide: true } }, (request, reply) => {
    if (!isPage(request)) throw new PortalError('noSuchCall')
    return sendPage(reply, 'index.html', isGatePage(request) ? gatePage : webApp)
  })

  // The page of a shared pass: excluded from search engines, and its URL is never sent as a referrer.
  app.get('/pass', { config: OPEN, schema: { hide: true } }, (_request, reply) => {
    const hidden = { 'x-robots-tag': 'noindex, nofollow, noarchive', 'referrer-policy': 'no-referrer' }
    return sendPage(reply, 'pass.html', (inline) => ({ ...webApp(inline), ...hidden }))
  })

  app.setNotFoundHandler(() => {
    throw new PortalError('noSuchCall')
  })
}

/** Loads the page from disk on each request, so that the web app can be rebuilt while the portal runs. */
async function readPage(dist: string, file: string): Promise<string> {
  try {
    return await readFile(join(dist, file), 'utf8')
  } catch {
    throw new PortalError('unavailable')
  }
}

const inlineScriptsOf = (page: string): string[] =>
  [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)

/** Whether a URL is the gate's page, the only document that may use the camera (rules 24.31). */
const isGatePage = ({ url }: FastifyRequest): boolean => /^\/admin\/gate\/?(?:\?|$)/.test(url)

/** Whether a URL is a page: neither a call, nor a stored file, nor a file such as robots.txt. */
function isPage({ url }: FastifyRequest): boolean {
  return !/^\/(api|assets|files|socket\.io)(?:[/?]|$)|^[^?]*\.\w+(?:\?|$)/i.test(url)
}
