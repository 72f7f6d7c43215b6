import type { IncomingMessage } from 'node:http'

/**
 * Whether a page may open a live connection: one of the portal itself, at the host it was reached by or at `PUBLIC_URL`.
 * Clients that are no browsers send no origin; they prove who they are by their token like everybody (threat 25).
 */
export function isAllowedOrigin(
  request: Pick<IncomingMessage, 'headers'>,
  publicUrl: string | undefined,
): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  if (publicUrl !== undefined && from.origin === new URL(publicUrl).origin) return true
  return (from.protocol === 'http:' || from.protocol === 'https:') && from.host === host
}
