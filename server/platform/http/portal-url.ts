import type { Server } from 'node:http'
import type { PlatformConfig } from '../platform-config.ts'

/**
 * Where people reach the portal, without a slash at the end: `PUBLIC_URL`, or this machine and the port it listens at. Never
 * taken from a call's own headers, which whoever calls can write.
 */
export function portalUrl({
  publicUrl,
  host,
  port,
}: Pick<PlatformConfig, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl ?? `http://${browsable(host)}:${port}`
}

/** Returns the portal's address of a listening server, whose port the system may have chosen. */
export function portalUrlOf(
  config: Pick<PlatformConfig, 'publicUrl' | 'host' | 'port'>,
  server: Pick<Server, 'address'>,
): string {
  const address = server.address()
  return portalUrl(typeof address === 'object' && address ? { ...config, port: address.port } : config)
}

/** 0.0.0.0 and :: mean every address; a browser on this machine takes localhost. */
function browsable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
