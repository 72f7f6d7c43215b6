import { lookup } from 'node:dns'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import webPush, { type RequestOptions } from 'web-push'
import { isPushEndpoint, type PushConfig } from './push-config.ts'
import type { PushTarget } from './repository.ts'

/** HTTP status. `unreached`: nothing was sent. `unanswered`: the message may have arrived. */
export type PushAnswer = number | 'unreached' | 'unanswered'

/** From the DNS lookup to the end of the answer. */
const TIMEOUT_MS = 5000
/** The body of an answer is not needed, so reading stops after this size. */
const MAX_BYTES = 4096
/** Idle connections are closed after this time, before the push service closes them. */
const IDLE_MS = 4000
const CONNECTIONS = 16
/** A cached signature is replaced after this time. It is valid for twelve hours. */
const SIGNATURE_CACHE_MS = 3_600_000

/** Push services identify this portal by this key pair and contact (RFC 8292). */
interface Vapid {
  readonly subject: string
  readonly publicKey: string
  readonly privateKey: string
}

export type PostMessage = (
  target: PushTarget,
  payload: string,
  options: Pick<RequestOptions, 'TTL' | 'urgency' | 'topic'>,
) => Promise<PushAnswer>

/**
 * Browsers choose the endpoint, so a request is sent only to hosts of `PUSH_HOSTS` whose address is public at
 * connection time, without proxy and redirects.
 */
export function createPushClient(
  config: PushConfig,
  vapid: Vapid,
  { resolve = lookup, timeoutMs = TIMEOUT_MS } = {},
): PostMessage {
  const agent = new https.Agent({
    keepAlive: true,
    timeout: IDLE_MS,
    maxSockets: CONNECTIONS,
    ca: config.pushToLoopback,
    lookup: createPublicLookup(resolve, config.pushToLoopback !== undefined),
  })
  const sign = createSigner(vapid)
  return ({ endpoint, p256dh, auth }, payload, options) => {
    // The operator removed the host of this push service, so it is treated like a browser that unsubscribed.
    if (!isPushEndpoint(config, endpoint)) return Promise.resolve(410)
    const { method, headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      payload,
      { ...options, headers: { Authorization: sign(new URL(endpoint).origin) } },
    )
    return new Promise((answer) => {
      let isSent = false
      const signal = AbortSignal.timeout(timeoutMs)
      const request = https.request(endpoint, { agent, method, headers, signal }, (response) => {
        answer(response.statusCode ?? 'unanswered')
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.byteLength
          if (bytes > MAX_BYTES) response.destroy()
        })
        response.on('error', () => {})
      })
      request.on('finish', () => (isSent = true))
      request.on('error', () => answer(isSent ? 'unanswered' : 'unreached'))
      request.end(body)
    })
  }
}

/** Caches signatures by push service, because signing costs as much as encrypting a message. */
function createSigner({ subject, publicKey, privateKey }: Vapid): (origin: string) => string {
  const signed = new Map<string, string>()
  let renewAt = 0
  return (origin) => {
    if (performance.now() >= renewAt) {
      signed.clear()
      renewAt = performance.now() + SIGNATURE_CACHE_MS
    }
    const known = signed.get(origin)
    if (known !== undefined) return known
    const { Authorization } = webPush.getVapidHeaders(origin, subject, publicKey, privateKey, 'aes128gcm')
    signed.set(origin, Authorization)
    return Authorization
  }
}

/**
 * The returned DNS lookup fails if any address of the host is in a private network, on this machine or in a
 * tunnel.
 */
function createPublicLookup(resolve: typeof lookup, acceptsLoopback: boolean): LookupFunction {
  return (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const isRefused = !addresses?.every(({ address }) => isPublic(address, acceptsLoopback))
      const [first] = addresses ?? []
      if (error || isRefused || !first) done(error ?? new Error(`${host} has no public address`), '')
      else if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
}

function isPublic(address: string, acceptsLoopback: boolean): boolean {
  // Converts an IPv4-mapped IPv6 address to IPv4.
  const range = ipaddr.process(address).range()
  return range === 'unicast' || (acceptsLoopback && range === 'loopback')
}
