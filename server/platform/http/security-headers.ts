import { hash } from 'node:crypto'
import type { PlatformConfig } from '../platform-config.ts'
import type { PortalApp } from './portal-app.ts'

type Policy = Readonly<Record<string, string>>

/** For answers that are no pages: nothing may run or frame them, and they load nothing but the portal's icon. */
const NO_PAGE: Policy = {
  'default-src': "'none'",
  'img-src': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
}

/**
 * The web app's content-security policy: scripts and styles from our own files only, and those that stand in the page, by
 * their hashes; popups are placed by their `style` attribute; files through signed links of our own.
 */
const PAGE = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src-elem': "'self'",
  'style-src-attr': "'unsafe-inline'",
  'img-src': "'self' blob: data:",
  'media-src': "'self' blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'frame-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

/** The page of the API document brings its styles and one script element of its own, and talks to this server only. */
const DOCUMENT_PAGE = { ...PAGE, 'style-src-elem': "'self' 'unsafe-inline'", 'font-src': "'self' data:" }

/** Headers as Helmet sets them. Strict transport only where there is https. */
const headersOf = (policy: Policy, publicUrl: string | undefined): Record<string, string> => ({
  'content-security-policy': Object.entries(policy)
    .map((directive) => directive.join(' '))
    .join(';'),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  ...(publicUrl?.startsWith('https:') && {
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  }),
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
})

/** Texts of the script and style elements in a page, as our own code wrote them. */
interface InlineTexts {
  scripts?: readonly string[]
  styles?: readonly string[]
}

const withHashes = (sources: string, texts: readonly string[]): string =>
  [sources, ...texts.map((text) => `'sha256-${hash('sha256', text, 'base64')}'`)].join(' ')

/** Headers for the portal's pages: of the web app, and of the API document. */
export function createPageHeaders({ publicUrl }: Pick<PlatformConfig, 'publicUrl'>) {
  const headersFor =
    (policy: typeof PAGE) =>
    ({ scripts = [], styles = [] }: InlineTexts) => ({
      ...headersOf(
        {
          ...policy,
          'script-src': withHashes(policy['script-src'], scripts),
          'style-src-elem': withHashes(policy['style-src-elem'], styles),
        },
        publicUrl,
      ),
      // The camera is for taking pictures of incidents, through the file picker, which needs no permission of the page.
      'permissions-policy':
        'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    })
  return { webApp: headersFor(PAGE), documentPage: headersFor(DOCUMENT_PAGE) }
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
