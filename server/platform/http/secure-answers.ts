import { hash } from 'node:crypto'
import type { PlatformConfig } from '../platform-config.ts'
import type { PortalApp } from './portal-app.ts'

type Policy = Readonly<Record<string, string>>

/** For answers that are not pages. They load only the portal's icon, and no page may frame them. */
const NO_PAGE: Policy = {
  'default-src': "'none'",
  'img-src': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
}

/** Inline scripts and styles are allowed by their hashes. Popups are positioned by the attribute `style`. */
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

/** WebAssembly decodes the camera picture (rules 24.31). */
const GATE_PAGE = { ...PAGE, 'script-src': "'self' 'wasm-unsafe-eval'" }

const DOCUMENT_PAGE = { ...PAGE, 'style-src-elem': "'self' 'unsafe-inline'", 'font-src': "'self' data:" }

type SecuredConfig = Pick<PlatformConfig, 'publicUrl' | 'hstsSubdomains'>

/** Sets the headers that Helmet sets; strict transport only with https (rules 14.18). */
const createHeaders = (
  policy: Policy,
  { publicUrl, hstsSubdomains }: SecuredConfig,
): Record<string, string> => ({
  'content-security-policy': Object.entries(policy)
    .map((directive) => directive.join(' '))
    .join(';'),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  ...(publicUrl?.startsWith('https:') && {
    'strict-transport-security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`,
  }),
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
})

interface InlineTexts {
  scripts?: readonly string[]
  styles?: readonly string[]
}

const addHashes = (sources: string, texts: readonly string[]): string =>
  [sources, ...texts.map((text) => `'sha256-${hash('sha256', text, 'base64')}'`)].join(' ')

export function createPageHeaders(config: SecuredConfig) {
  const toHeaders =
    (policy: typeof PAGE, camera = '') =>
    ({ scripts = [], styles = [] }: InlineTexts) => ({
      ...createHeaders(
        {
          ...policy,
          'script-src': addHashes(policy['script-src'], scripts),
          'style-src-elem': addHashes(policy['style-src-elem'], styles),
        },
        config,
      ),
      // Other pages use the file picker, which needs no permission for the camera.
      'permissions-policy': `camera=(${camera}), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()`,
    })
  return {
    webApp: toHeaders(PAGE),
    gatePage: toHeaders(GATE_PAGE, 'self'),
    documentPage: toHeaders(DOCUMENT_PAGE),
  }
}

/** For answers that are not pages, also for refusals of Fastify before any hook. */
export function createAnswerHeaders(config: SecuredConfig): Record<string, string> {
  return { ...createHeaders(NO_PAGE, config), 'cache-control': 'no-store' }
}

/** Adds the id of the call too. Routes of pages, scripts and files override `headers`. */
export function secureAnswers(app: PortalApp, headers: Record<string, string>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
}
