import { hash } from 'node:crypto'
import type { PlatformConfig } from '../platform-config.ts'
import type { PortalApp } from './portal-app.ts'

type Policy = Readonly<Record<string, string>>

/**
 * Content-Security-Policy of answers that are not pages. They may load only images of the portal (its icon),
 * and no page may embed them in a frame.
 */
const ANSWER_POLICY: Policy = {
  'default-src': "'none'",
  'img-src': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
}

/**
 * Content-Security-Policy of pages. Inline scripts and styles are allowed by their hashes. The attribute
 * `style` is allowed, because it positions popups.
 */
const PAGE_POLICY = {
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

/**
 * Content-Security-Policy of the gate page. It allows WebAssembly, which decodes the pictures of the camera
 * (rules 24.31).
 */
const GATE_PAGE = { ...PAGE_POLICY, 'script-src': "'self' 'wasm-unsafe-eval'" }

const DOCUMENT_PAGE = {
  ...PAGE_POLICY,
  'style-src-elem': "'self' 'unsafe-inline'",
  'font-src': "'self' data:",
}

type SecuredConfig = Pick<PlatformConfig, 'publicUrl' | 'hstsSubdomains'>

/**
 * Creates the headers that the library Helmet sets. `strict-transport-security` is included only with https
 * (rules 14.18).
 */
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

interface InlineCode {
  scripts?: readonly string[]
  styles?: readonly string[]
}

const addHashes = (sources: string, texts: readonly string[]): string =>
  [sources, ...texts.map((text) => `'sha256-${hash('sha256', text, 'base64')}'`)].join(' ')

export function createPageHeaders(config: SecuredConfig) {
  const toHeaders =
    (policy: typeof PAGE_POLICY, camera = '') =>
    ({ scripts = [], styles = [] }: InlineCode) => ({
      ...createHeaders(
        {
          ...policy,
          'script-src': addHashes(policy['script-src'], scripts),
          'style-src-elem': addHashes(policy['style-src-elem'], styles),
        },
        config,
      ),
      // Only the gate page may use the camera directly, to scan codes. On other pages users pick a photo with
      // the file picker, which needs no permission.
      'permissions-policy': `camera=(${camera}), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()`,
    })
  return {
    webApp: toHeaders(PAGE_POLICY),
    gatePage: toHeaders(GATE_PAGE, 'self'),
    documentPage: toHeaders(DOCUMENT_PAGE),
  }
}

/**
 * Creates the headers of answers that are not pages. Fastify also sends them when it refuses a call before
 * any hook runs.
 */
export function createAnswerHeaders(config: SecuredConfig): Record<string, string> {
  return { ...createHeaders(ANSWER_POLICY, config), 'cache-control': 'no-store' }
}

/**
 * Adds `headers` and the id of the call to every answer. Pages, scripts and files replace some of these
 * headers.
 */
export function addSecurityHeaders(app: PortalApp, headers: Record<string, string>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
}
