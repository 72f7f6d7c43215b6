import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PortalError } from '../../errors.ts'
import type { PortalApp } from '../portal-app.ts'

const OPEN_ROUTE = { policy: 'open', unlogged: true } as const

const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'"

const ICONS = [
  { src: '/assets/app-icon-1-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/assets/app-icon-1-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/assets/app-icon-1-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

export function serveInstallableApp(app: PortalApp, dist: string, getName: () => Promise<string>): void {
  app.get('/app.webmanifest', { config: OPEN_ROUTE, schema: { hide: true } }, async (_request, reply) => {
    const name = await getName()
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json')
      .send(
        JSON.stringify({
          id: '/',
          name,
          short_name: name.length <= 12 ? name : (name.split(' ')[0] ?? name).slice(0, 12),
          description: 'Your property management portal',
          start_url: '/',
          scope: '/',
          display: 'standalone',
          background_color: '#f4f2ed',
          theme_color: '#f4f2ed',
          icons: ICONS,
        }),
      )
  })

  app.get(
    '/sw.js',
    { config: { ...OPEN_ROUTE, unlimited: true }, schema: { hide: true } },
    async (_request, reply) => {
      const source = await readFile(join(dist, 'sw.js')).catch(() => undefined)
      if (!source) throw new PortalError('unavailable')
      return reply
        .headers({ 'cache-control': 'no-cache', 'content-security-policy': WORKER_POLICY })
        .type('text/javascript; charset=utf-8')
        .send(source)
    },
  )
}
