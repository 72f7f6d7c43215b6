import type { Server } from 'node:http'
import type { PlatformConfig } from '../platform-config.ts'

/**
 * Returns `PUBLIC_URL`, or else host and port, without a trailing slash. Never built from headers of a call,
 * because the caller can forge them.
 */
export function formatPortalUrl({
  publicUrl,
  host,
  port,
}: Pick<PlatformConfig, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl ?? `http://${toBrowsableHost(host)}:${port}`
}

export function getPortalUrl(
  config: Pick<PlatformConfig, 'publicUrl' | 'host' | 'port'>,
  server: Pick<Server, 'address'>,
): string {
  const address = server.address()
  return formatPortalUrl(typeof address === 'object' && address ? { ...config, port: address.port } : config)
}

/**
 * Replaces 0.0.0.0 and ::, which mean all addresses of the machine, by localhost, because browsers cannot
 * open them.
 */
function toBrowsableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
