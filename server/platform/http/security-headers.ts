import { ServerResponse } from 'node:http'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { HelmetOptions } from 'helmet'
import type { PlatformConfig } from '../config.ts'
import type { PortalApp } from './portal-app.ts'

/** A nonce takes this place in the policies of pages. */
export const NONCE = '{{NONCE}}'

/** For answers that are no pages: nothing may run or frame them, and they load nothing but the portal's icon. */
const NO_PAGE = {
  useDefaults: false,
  directives: {
    'default-src': ["'none'"],
    'img-src': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  },
}

/**
 * The web app's content-security policy: scripts from our own files only, and those that the build put into the page,
 * by their hashes; styles from our files and, with the page's
 * nonce, from Ant Design, which also positions elements by their `style` attribute; files through signed links of our own.
 */
const PAGE = {
  useDefaults: false,
  directives: {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src-elem': ["'self'", `'nonce-${NONCE}'`],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'blob:', 'data:'],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'frame-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  },
}

/** The page of the API document brings its styles and one script element of its own, and talks to this server only. */
const DOCUMENT_PAGE = {
  useDefaults: false,
  directives: {
    ...PAGE.directives,
    'script-src': ["'self'", `'nonce-${NONCE}'`],
    'style-src-elem': ["'self'", "'unsafe-inline'"],
    'font-src': ["'self'", 'data:'],
  },
}

type Policy = NonNullable<Exclude<HelmetOptions['contentSecurityPolicy'], boolean>>

/** Computed once, for its middleware would compute them anew for every call. Strict transport only where there is https. */
function headersOf(contentSecurityPolicy: Policy, publicUrl: string | undefined): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const apply = helmet({
    contentSecurityPolicy,
    strictTransportSecurity: publicUrl?.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  apply(response.req, response, (error?: unknown) => {
    if (error)
      throw error instanceof Error
        ? error
        : new Error('The security headers could not be made.', { cause: error })
  })
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
}

export interface PageHeaders {
  /** Headers of a page of the web app, with this nonce for its styles and these hashes (`sha256-…`) of scripts in it. */
  webApp(nonce: string, scripts?: readonly string[]): Record<string, string>
  documentPage(nonce: string): Record<string, string>
}

function withNonce(headers: Record<string, string>) {
  const policy = headers['content-security-policy'] ?? ''
  return (nonce: string, scripts: readonly string[] = []) => {
    const allowed = ["script-src 'self'", ...scripts.map((hash) => `'${hash}'`)].join(' ')
    return {
      ...headers,
      'content-security-policy': policy.replaceAll(NONCE, nonce).replace("script-src 'self'", allowed),
    }
  }
}

/** Headers for the portal's pages. */
export function createPageHeaders({ publicUrl }: Pick<PlatformConfig, 'publicUrl'>): PageHeaders {
  const withPermissions = (policy: Policy) => ({
    ...headersOf(policy, publicUrl),
    // The camera is for taking pictures of incidents, through the file picker, which needs no permission of the page.
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  })
  return { webApp: withNonce(withPermissions(PAGE)), documentPage: withNonce(withPermissions(DOCUMENT_PAGE)) }
}

/** Headers of whatever is no page; for `secureAnswers`, and for the refusals that Fastify makes before any hook. */
export function createAnswerHeaders({
  publicUrl,
}: Pick<PlatformConfig, 'publicUrl'>): Record<string, string> {
  return { ...headersOf(NO_PAGE, publicUrl), 'cache-control': 'no-store' }
}

/**
 * Every answer forbids browsers to guess its type, to show it in another site's frame or to keep it. Routes whose answers
 * may be kept or shown (pages, scripts, files) say so themselves.
 */
export function secureAnswers(app: PortalApp, headers: Record<string, string>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
