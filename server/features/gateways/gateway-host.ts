import { GatewayError } from './payment-gateway.ts'

interface HostResponse {
  readonly status: number
  readonly text: string
  readonly json: unknown
}

interface HostCall {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly timeoutMs: number
}

export type SendRequest = (url: URL, init: RequestInit) => Promise<Response>

export type GatewayHost = ReturnType<typeof createGatewayHost>

const MAX_BYTES = 256 * 1024
const STORED_CHARACTERS = 2000
// Shorter secrets are not removed from answers, because they could match parts of ordinary words.
const MIN_SECRET_LENGTH = 6

/**
 * Creates the HTTP client of a gateway. Error messages contain no URL, because a URL may contain a password.
 * The `secrets` are removed from answers before these are logged or stored.
 */
export function createGatewayHost(
  base: string,
  label: string,
  secrets: readonly string[],
  send: SendRequest = fetch,
) {
  const { origin } = new URL(base)
  const encodedSecrets = secrets
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      new URLSearchParams({ s: secret }).toString().slice(2),
    ])
  const removeSecrets = (text: string) =>
    encodedSecrets.reduce((rest, secret) => rest.replaceAll(secret, '[removed]'), text)

  /**
   * Sends a request; `path` includes the encoded query. For a redirect, a status of 500 or more, and an
   * answer that is too large or too late, throws a GatewayError that is `uncertain`: the gateway may have
   * processed the request. The caller handles other statuses.
   */
  async function call(
    path: string,
    { method = 'GET', headers, body, timeoutMs }: HostCall,
  ): Promise<HostResponse> {
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
    }).catch((error: unknown) => throwUnreachableError(error))
    const text = removeSecrets(
      await loadBoundedText(response).catch((error: unknown) => throwUnreachableError(error)),
    )
    if (response.status >= 300 && response.status < 400)
      throw createAnswerError(`${label} answered with a redirect.`, response.status, text)
    if (response.status >= 500)
      throw createAnswerError(
        `${label} is not available at the moment (${response.status}).`,
        response.status,
        text,
      )
    return { status: response.status, text, json: parseJson(text) }
  }

  async function loadBoundedText(response: Response): Promise<string> {
    if (!response.body) return ''
    const chunks: Uint8Array[] = []
    let byteCount = 0
    // An error thrown in this loop also cancels the response.
    for await (const chunk of response.body) {
      byteCount += chunk.byteLength
      if (byteCount > MAX_BYTES)
        throw new GatewayError(`${label} answered with too much.`, { uncertain: true })
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  }

  function throwUnreachableError(error: unknown): never {
    if (error instanceof GatewayError) throw error
    const hasTimedOut = error instanceof DOMException && error.name === 'TimeoutError'
    throw new GatewayError(
      hasTimedOut ? `${label} did not answer in time.` : `${label} could not be reached.`,
      {
        cause: error,
        uncertain: true,
      },
    )
  }

  return { call }
}

export function createRefusalError(
  label: string,
  { status, json, text }: HostResponse,
  message: string,
): GatewayError {
  return new GatewayError(message || `${label} refused the request (${status}).`, {
    answer: json ?? toStoredText(status, text),
    // A success with an unreadable answer is uncertain, because the gateway may have created a payment.
    uncertain: status < 400 && message === '',
  })
}

const createAnswerError = (message: string, status: number, text: string) =>
  new GatewayError(message, { uncertain: true, answer: toStoredText(status, text) })

export const toStoredText = (status: number, text: string) => ({
  status,
  text: text.slice(0, STORED_CHARACTERS),
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
