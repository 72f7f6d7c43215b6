import { lookup } from 'node:dns'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import webPush, { type RequestOptions } from 'web-push'
import { isPushEndpoint, type PushConfig } from './push-config.ts'
import type { PushTarget } from './repository.ts'

/**
 * HTTP status, or `unreached` if nothing was sent, or `unanswered` if the message was sent but no answer
 * came.
 */
export type PushAnswer = number | 'unreached' | 'unanswered'

const TIMEOUT_MS = 5000
/** Reading an answer stops after this size, because only its status is needed. */
const MAX_BYTES = 4096
/**
 * Idle connections are closed after this time, so that the portal closes them before the push service does.
 */
const IDLE_MS = 4000
const MAX_CONNECTIONS = 16
/** Cached signatures are replaced after this time. A signature is valid for twelve hours. */
const SIGNATURE_CACHE_MS = 3_600_000

/** Key pair and contact by which push services identify this portal (RFC 8292). */
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
 * Creates a client that sends push messages. Browsers choose the endpoint URL, so it could point into the
 * private network. Therefore a request goes only to hosts of `PUSH_HOSTS` with a public address, without
 * proxy or redirects.
 */
export function createPushClient(
  config: PushConfig,
  vapid: Vapid,
  { resolve = lookup, timeoutMs = TIMEOUT_MS } = {},
): PostMessage {
  const agent = new https.Agent({
    keepAlive: true,
    timeout: IDLE_MS,
    maxSockets: MAX_CONNECTIONS,
    ca: config.pushToLoopback,
    lookup: createPublicLookup(resolve, config.pushToLoopback !== undefined),
  })
  const sign = createSigner(vapid)
  return ({ endpoint, p256dh, auth }, payload, options) => {
    // The operator removed this host from `PUSH_HOSTS`. The answer 410 deletes the subscription, as if the
    // browser had unsubscribed.
    if (!isPushEndpoint(config, endpoint)) return Promise.resolve(410)
    const { method, headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      payload,
      { ...options, headers: { Authorization: sign(new URL(endpoint).origin) } },
    )
    return new Promise((resolveAnswer) => {
      let isSent = false
      const signal = AbortSignal.timeout(timeoutMs)
      const request = https.request(endpoint, { agent, method, headers, signal }, (response) => {
        resolveAnswer(response.statusCode ?? 'unanswered')
        let receivedBytes = 0
        response.on('data', (chunk: Buffer) => {
          receivedBytes += chunk.byteLength
          if (receivedBytes > MAX_BYTES) response.destroy()
        })
        response.on('error', () => {})
      })
      request.on('finish', () => (isSent = true))
      request.on('error', () => resolveAnswer(isSent ? 'unanswered' : 'unreached'))
      request.end(body)
    })
  }
}

/** Caches a signature for each push service, because signing takes as long as encrypting a message. */
function createSigner({ subject, publicKey, privateKey }: Vapid): (origin: string) => string {
  const signatures = new Map<string, string>()
  let renewAt = 0
  return (origin) => {
    if (performance.now() >= renewAt) {
      signatures.clear()
      renewAt = performance.now() + SIGNATURE_CACHE_MS
    }
    const knownSignature = signatures.get(origin)
    if (knownSignature !== undefined) return knownSignature
    const { Authorization } = webPush.getVapidHeaders(origin, subject, publicKey, privateKey, 'aes128gcm')
    signatures.set(origin, Authorization)
    return Authorization
  }
}

function createPublicLookup(resolve: typeof lookup, acceptsLoopback: boolean): LookupFunction {
  return (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const isRefused = !addresses?.every(({ address }) => isPublic(address, acceptsLoopback))
      const [first] = addresses ?? []
      if (error || isRefused || !first) callback(error ?? new Error(`${host} has no public address`), '')
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
}

function isPublic(address: string, acceptsLoopback: boolean): boolean {
  // `process` converts an IPv4-mapped IPv6 address to IPv4, so that its IPv4 range is checked.
  const range = ipaddr.process(address).range()
  return range === 'unicast' || (acceptsLoopback && range === 'loopback')
}
