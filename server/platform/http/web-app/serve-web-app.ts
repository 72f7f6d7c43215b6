import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PortalError } from '../../errors.ts'
import type { PlatformConfig } from '../../platform-config.ts'
import { createPageHeaders } from '../add-security-headers.ts'
import type { PortalApp } from '../portal-app.ts'

export const DIST = join(import.meta.dirname, '../../../../web/dist')
const OPEN_ROUTE = { policy: 'open', unlogged: true, unlimited: true } as const

/**
 * Serves the web app. Its files have a hash in their names, are cached for a year and were compressed at
 * build time. All other paths return the page, because the web app does its own routing. Unknown calls and
 * missing files are answered by 404.
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
  app.get('/assets/*', { config: OPEN_ROUTE, schema: { hide: true }, compress: false }, (request, reply) =>
    reply.sendFile(`assets/${(request.params as { '*': string })['*']}`),
  )

  // Browsers request this icon for answers that are not pages: Firefox for all of them, Chromium for PDFs.
  app.get(
    '/favicon.ico',
    { config: OPEN_ROUTE, schema: { hide: true }, compress: false },
    (_request, reply) => reply.sendFile('assets/app-icon-1-192.png', { immutable: false, maxAge: '1d' }),
  )

  const sendPage = async (reply: FastifyReply, file: string, getHeaders = webApp) => {
    const page = await readPage(dist, file)
    return reply
      .headers(getHeaders({ scripts: listInlineScripts(page) }))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page)
  }

  app.get('/*', { config: OPEN_ROUTE, schema: { hide: true } }, (request, reply) => {
    if (!isPage(request)) throw new PortalError('noSuchCall')
    return sendPage(reply, 'index.html', isGatePage(request) ? gatePage : webApp)
  })

  // Search engines must not list the page of a shared pass, and its URL must not be sent as a referrer.
  app.get('/pass', { config: OPEN_ROUTE, schema: { hide: true } }, (_request, reply) => {
    const noIndexHeaders = {
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'referrer-policy': 'no-referrer',
    }
    return sendPage(reply, 'pass.html', (inline) => ({ ...webApp(inline), ...noIndexHeaders }))
  })

  app.setNotFoundHandler(() => {
    throw new PortalError('noSuchCall')
  })
}

/** Reads the file on each request, so that the web app can be rebuilt while the portal runs. */
async function readPage(dist: string, file: string): Promise<string> {
  try {
    return await readFile(join(dist, file), 'utf8')
  } catch {
    throw new PortalError('unavailable')
  }
}

const listInlineScripts = (page: string): string[] =>
  [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)

/** Returns true for the gate page, which is the only page that may use the camera (rules 24.31). */
const isGatePage = ({ url }: FastifyRequest): boolean => /^\/admin\/gate\/?(?:\?|$)/.test(url)

function isPage({ url }: FastifyRequest): boolean {
  return !/^\/(api|assets|files|socket\.io)(?:[/?]|$)|^[^?]*\.\w+(?:\?|$)/i.test(url)
}
