import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlatformConfig } from '../../platform-config.ts'
import { createPageHeaders } from '../add-security-headers.ts'
import type { PortalApp } from '../portal-app.ts'
import { servePrecompressed } from '../web-app/serve-precompressed.ts'
import { DIST } from '../web-app/serve-web-app.ts'

const OPEN_ROUTE = { policy: 'open' } as const

/** These options disable all requests of Scalar, the viewer of the API document, to its vendor. */
const SCALAR_OPTIONS = {
  url: '/api/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  authentication: { preferredSecurityScheme: 'session' },
}

const START_SCRIPT = `Scalar.createApiReference('#app', ${JSON.stringify(SCALAR_OPTIONS)})`
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Tahanan: the calls</title>
  </head>
  <body>
    <div id="app"></div>
    <script src="/api/docs/scalar.js"></script>
    <script>${START_SCRIPT}</script>
  </body>
</html>
`

export function serveApiDocumentPage(
  api: PortalApp,
  config: Pick<PlatformConfig, 'publicUrl' | 'hstsSubdomains'>,
): void {
  const headers = createPageHeaders(config).documentPage({ scripts: [START_SCRIPT] })
  api.get('/docs', { config: OPEN_ROUTE, schema: { hide: true } }, (_request, reply) =>
    reply.headers(headers).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(PAGE),
  )

  servePrecompressed(api, '/docs/scalar.js', {
    load: () => readFile(join(DIST, 'api-reader.js')),
    type: 'text/javascript; charset=utf-8',
    cacheControl: 'public, max-age=3600',
  })
}
