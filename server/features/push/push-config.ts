export type PushConfig = Readonly<{
  /** Hosts of push services; a leading `*.` matches any subdomain. None: no push messages. */
  pushHosts: readonly string[]
  /** CA certificate (PEM) that also allows https://localhost. Set only by tests; there is no variable for it. */
  pushToLoopback?: string
}>

/** Push services of Google, Mozilla, Apple and Microsoft. */
export const DEFAULT_PUSH_HOSTS: readonly string[] = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

/** Whether a text is a host name with a domain, or `*.` and one. IP addresses are refused. */
export const isHostPattern = (text: string): boolean =>
  /^(\*\.)?([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/.test(text)

/** Whether push messages may be sent to a URL: https, no port, no login, one of the hosts. */
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
