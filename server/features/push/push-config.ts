export type PushConfig = Readonly<{
  /**
   * Hosts of allowed push services. A leading `*.` matches any subdomain. An empty list turns push messages
   * off.
   */
  pushHosts: readonly string[]
  /**
   * CA certificate (PEM). If set, push messages to https://localhost are allowed. Only tests set it; there is
   * no environment variable.
   */
  pushToLoopback?: string
}>

export const DEFAULT_PUSH_HOSTS: readonly string[] = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

/**
 * Returns true for a host name with a domain, with or without a leading `*.`. Returns false for IP addresses.
 */
export const isHostPattern = (text: string): boolean =>
  /^(\*\.)?([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/.test(text)

export function isPushEndpoint({ pushHosts, pushToLoopback }: PushConfig, endpoint: string): boolean {
  const url = URL.parse(endpoint)
  if (url?.protocol !== 'https:' || url.href !== endpoint || url.username !== '' || url.password !== '')
    return false
  if (pushToLoopback !== undefined && url.hostname === 'localhost') return true
  return (
    url.port === '' &&
    pushHosts.some((host) =>
      host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host,
    )
  )
}
