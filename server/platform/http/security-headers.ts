import { createHash } from 'node:crypto'
import { ServerResponse } from 'node:http'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { HelmetOptions } from 'helmet'
import type { PlatformConfig } from '../config.ts'
import type { PortalApp } from './portal-app.ts'

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
 * The web app's content-security policy: scripts and styles from our own files only, and those that stand in the page, by
 * their hashes; popups are placed by their `style` attribute; files through signed links of our own.
 */
const PAGE = {
  useDefaults: false,
  directives: {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src-elem': ["'self'"],
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

/** Texts of the script and style elements in a page, as our own code wrote them. */
interface InlineTexts {
  scripts?: readonly string[]
  styles?: readonly string[]
}

interface PageHeaders {
  /** Headers of a page of the web app. */
  webApp(inline: InlineTexts): Record<string, string>
  documentPage(inline: InlineTexts): Record<string, string>
}

const withHashes = (directive: string, texts: readonly string[]): string =>
  [directive, ...texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)].join(
    ' ',
  )

function allowingInline(headers: Record<string, string>) {
  const policy = headers['content-security-policy'] ?? ''
  return ({ scripts = [], styles = [] }: InlineTexts) => ({
    ...headers,
    'content-security-policy': policy
      .replace("script-src 'self'", (directive) => withHashes(directive, scripts))
      .replace("style-src-elem 'self'", (directive) => withHashes(directive, styles)),
  })
}

/** Headers for the portal's pages. */
export function createPageHeaders({ publicUrl }: Pick<PlatformConfig, 'publicUrl'>): PageHeaders {
  const withPermissions = (policy: Policy) => ({
    ...headersOf(policy, publicUrl),
    // The camera is for taking pictures of incidents, through the file picker, which needs no permission of the page.
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  })
  return {
    webApp: allowingInline(withPermissions(PAGE)),
    documentPage: allowingInline(withPermissions(DOCUMENT_PAGE)),
  }
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
