import { GatewayError } from './gateway.ts'

/** A gateway's answer over HTTP. */
interface HostAnswer {
  readonly status: number
  readonly text: string
  /** The body as JSON, undefined where it is none. */
  readonly json: unknown
}

interface HostCall {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  readonly timeoutMs: number
}

/** Sends a request, as `fetch` does. */
export type Send = (url: URL, init: RequestInit) => Promise<Response>

/** Calls of one gateway's configured address, and of no other. */
export type GatewayHost = ReturnType<typeof createGatewayHost>

/** Larger than any answer of a gateway; a longer one is somebody else's page. */
const MOST_BYTES = 256 * 1024
/** Characters of an unreadable answer that are kept for whoever looks into it. */
const KEPT_CHARACTERS = 2000
/** Shorter secrets would take ordinary words out of answers. */
const SHORTEST_SECRET = 6

/**
 * `label` is the gateway's name in messages for people. Addresses are never part of a message, for they may carry a
 * password; should an answer repeat one of the `secrets`, it is taken out before anybody sees or keeps the answer.
 */
export function createGatewayHost(
  base: string,
  label: string,
  secrets: readonly string[],
  send: Send = fetch,
) {
  const { origin } = new URL(base)
  const hidden = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      new URLSearchParams({ s: secret }).toString().slice(2),
    ])
  const withoutSecrets = (text: string) =>
    hidden.reduce((rest, secret) => rest.replaceAll(secret, '[removed]'), text)

  /**
   * Calls a path (with its query, already encoded). Answers of 500 and more, redirects, answers that are too large or too
   * slow throw an uncertain GatewayError; every other status is the caller's to read.
   */
  async function call(
    path: string,
    { method = 'GET', headers, body, timeoutMs }: HostCall,
  ): Promise<HostAnswer> {
    const url = new URL(base + path)
    if (url.origin !== origin) throw new GatewayError(`${label} is called at its own address only.`)
    const response = await send(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.ceil(timeoutMs)),
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => refuseUnreachable(error))
    const text = withoutSecrets(
      await readBounded(response).catch((error: unknown) => refuseUnreachable(error)),
    )
    if (response.status >= 300 && response.status < 400)
      throw strange(`${label} answered with a redirect.`, response.status, text)
    if (response.status >= 500)
      throw strange(`${label} is not available at the moment (${response.status}).`, response.status, text)
    return { status: response.status, text, json: parseJson(text) }
  }

  async function readBounded(response: Response): Promise<string> {
    if (!response.body) return ''
    const chunks: Uint8Array[] = []
    let bytes = 0
    // Leaving the loop early cancels the rest of the answer.
    for await (const chunk of response.body) {
      bytes += chunk.byteLength
      if (bytes > MOST_BYTES) throw new GatewayError(`${label} answered with too much.`, { uncertain: true })
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  }

  function refuseUnreachable(error: unknown): never {
    if (error instanceof GatewayError) throw error
    const late = error instanceof DOMException && error.name === 'TimeoutError'
    throw new GatewayError(late ? `${label} did not answer in time.` : `${label} could not be reached.`, {
      cause: error,
      uncertain: true,
    })
  }

  return { call }
}

/** The error of a create that gave no page to pay at; `said` are the gateway's words, empty for none. */
export function refusedCreate(label: string, { status, json, text }: HostAnswer, said: string): GatewayError {
  return new GatewayError(said || `${label} refused the request (${status}).`, {
    answer: json ?? keptText(status, text),
    // A success that cannot be read may have created something.
    uncertain: status < 400 && said === '',
  })
}

const strange = (message: string, status: number, text: string) =>
  new GatewayError(message, { uncertain: true, answer: keptText(status, text) })

export const keptText = (status: number, text: string) => ({ status, text: text.slice(0, KEPT_CHARACTERS) })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
