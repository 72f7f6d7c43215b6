import type { FastifyRequest } from 'fastify'
import { PortalError } from '../errors.ts'
import type { PlatformConfig } from '../platform-config.ts'
import type { PortalApp } from './portal-app.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

export function isOwnOrigin(
  origin: string,
  host: string | undefined,
  publicUrl: string | undefined,
): boolean {
  if (!URL.canParse(origin)) return false
  const { host: from, origin: normalizedOrigin } = new URL(origin)
  return from === host || (publicUrl !== undefined && normalizedOrigin === new URL(publicUrl).origin)
}

/**
 * Refuses calls that change data and come from pages of other sites. Browsers send the header `Origin` with
 * such calls; other programs do not. Other sites cannot read the portal's answers either, because the portal
 * does not enable CORS.
 */
export function refuseForeignOrigins(app: PortalApp, { publicUrl }: Pick<PlatformConfig, 'publicUrl'>): void {
  app.addHook('onRequest', (request: FastifyRequest, _reply, done) => {
    const { origin } = request.headers
    const isForeign =
      origin !== undefined &&
      !SAFE_METHODS.has(request.method) &&
      !isOwnOrigin(origin, request.host, publicUrl)
    done(isForeign ? new PortalError('foreignOrigin') : undefined)
  })
}
