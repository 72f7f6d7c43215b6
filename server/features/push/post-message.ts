import { lookup } from 'node:dns'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import webPush, { type RequestOptions } from 'web-push'
import { isPushEndpoint, type PushConfig } from './push-config.ts'
import type { PushTarget } from './repository.ts'

/** Status of a push service's answer; `unreached`: nothing was sent; `unanswered`: it may have arrived. */
export type PushAnswer = number | 'unreached' | 'unanswered'

/** Milliseconds from the DNS lookup to the end of the answer. */
const TIMEOUT_MS = 5000
/** Maximum bytes read of an answer, whose body is not needed. */
const MOST_BYTES = 4096
/** Milliseconds after which idle connections are closed, before the push service does. */
const IDLE_MS = 4000
const CONNECTIONS = 16
/** Milliseconds before a cached signature is replaced; it is valid for twelve hours. */
const SIGNED_MS = 3_600_000

/** Key pair and contact by which push services identify this portal (RFC 8292). */
interface Vapid {
  readonly subject: string
  readonly publicKey: string
  readonly privateKey: string
}

/** Sends an encrypted message to a browser's push service. */
export type PostMessage = (
  target: PushTarget,
  payload: string,
  options: Pick<RequestOptions, 'TTL' | 'urgency' | 'topic'>,
) => Promise<PushAnswer>

/**
 * Creates the client of push services. Browsers choose the endpoint, so it is contacted only if it is in
 * `PUSH_HOSTS` and its address is public at connection time, without proxy and redirects.
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
    lookup: lookupPublic(resolve, config.pushToLoopback !== undefined),
  })
  const sign = createSigner(vapid)
  return ({ endpoint, p256dh, auth }, payload, options) => {
    // The operator has removed its host: treated like a browser that unsubscribed.
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
          if (bytes > MOST_BYTES) response.destroy()
        })
        response.on('error', () => {})
      })
      request.on('finish', () => (isSent = true))
      request.on('error', () => answer(isSent ? 'unanswered' : 'unreached'))
      request.end(body)
    })
  }
}

/** Returns a function that signs for a push service. Signing costs as much as the encryption of a message. */
function createSigner({ subject, publicKey, privateKey }: Vapid): (origin: string) => string {
  const signed = new Map<string, string>()
  let renewAt = 0
  return (origin) => {
    if (performance.now() >= renewAt) {
      signed.clear()
      renewAt = performance.now() + SIGNED_MS
    }
    const known = signed.get(origin)
    if (known !== undefined) return known
    const { Authorization } = webPush.getVapidHeaders(origin, subject, publicKey, privateKey, 'aes128gcm')
    signed.set(origin, Authorization)
    return Authorization
  }
}

/**
 * Returns a DNS lookup that fails for a host with any address in a private network, on this machine or in a
 * tunnel.
 */
function lookupPublic(resolve: typeof lookup, acceptsLoopback: boolean): LookupFunction {
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
  // unwraps IPv4-mapped IPv6 addresses
  const range = ipaddr.process(address).range()
  return range === 'unicast' || (acceptsLoopback && range === 'loopback')
}
