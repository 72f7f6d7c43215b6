import type { ErrorAnswer } from '@tahanan/contract/answers.ts'
import type { ErrorCode } from '@tahanan/contract/errors.ts'
import { randomName } from '../random-name.ts'
import { askConfirmation } from './confirmation.ts'
import { takeFirstCall } from './first-calls.ts'
import { leaveToLogin, sessionToken } from './session.ts'

/** Refusals because the record is not as the page knew it; other conflicts say in their words what is in the way. */
export const OUTDATED: readonly ErrorCode[] = ['conflict', 'alreadyDone', 'locked']

/** A refusal of the server: `errors` names fields, only with status 400. `status` 0 means no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly errors: Record<string, string[]>
  /** Seconds to wait, from `Retry-After` (429, 503). */
  readonly retryAfter: number | undefined
  /** The reason, for programs; undefined where no answer came. */
  readonly code: ErrorCode | undefined
  /** The caller has told it already: no dialog is needed. */
  told = false

  constructor(
    status: number,
    message: string,
    answer: Partial<Omit<ErrorAnswer, 'message'>> & { retryAfter?: number } = {},
  ) {
    super(message)
    this.status = status
    this.errors = answer.errors ?? {}
    this.retryAfter = answer.retryAfter
    this.code = answer.code
  }

  /** The record is not, or no longer, as the page knew it. */
  get outdated(): boolean {
    return this.code !== undefined && OUTDATED.includes(this.code)
  }

  /** Nothing came back: no network, a dead server, or the call was cut off. */
  get unanswered(): boolean {
    return this.status === 0
  }
}

/** Parameters of a call's address; undefined ones are left out. */
export type Query = Record<string, string | number | undefined>

interface CallOptions {
  query?: Query
  signal?: AbortSignal
  /** A background call: without an answer nobody is asked to try again. */
  quiet?: boolean
  /** It was tried again already. */
  again?: boolean
}

/** Keys of creates that got no answer yet, by what they send: sent again, they make no second record (rules 14.12). */
const unansweredKeys = new Map<string, string>()

let askToTryAgain: (() => Promise<boolean>) | undefined

/** Set by the shell: asks whether to send a change again that got no answer. */
export function onLostCall(ask: () => Promise<boolean>): void {
  askToTryAgain = ask
}

/** The server's calls, under `/api`, with the area's bearer token. Each rejects with an `ApiError`. */
export const api = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> =>
    call<T>('GET', path, undefined, { query, signal }),
  post: <T>(path: string, body?: unknown, options?: Pick<CallOptions, 'quiet' | 'signal'>): Promise<T> =>
    call<T>('POST', path, body, options),
  put: <T>(path: string, body?: unknown, options?: Pick<CallOptions, 'quiet'>): Promise<T> =>
    call<T>('PUT', path, body, options),
  delete: <T>(path: string, body?: unknown): Promise<T> => call<T>('DELETE', path, body),
  /** A file that a call answers, like a receipt. */
  file: async (path: string): Promise<Blob> => (await answerOf('GET', path, undefined)).blob(),
}

/** The address of a call, its undefined parameters left out. */
function addressOf(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  const tail = search.size > 0 ? `?${search}` : ''
  return `/api${path}${tail}`
}

async function call<T>(method: string, path: string, body: unknown, options?: CallOptions): Promise<T> {
  return parsed(await (await answerOf(method, path, body, options)).text()) as T
}

/** The answer of a call that was not refused. */
async function answerOf(
  method: string,
  path: string,
  body: unknown,
  options: CallOptions = {},
): Promise<Response> {
  const { query, signal, quiet, again } = options
  const token = sessionToken()
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token) headers.authorization = `Bearer ${token}`
  // the browser names the boundary of a form with files; what it sends has no text to tell a repeated create by
  const isForm = body instanceof FormData
  const text = body === undefined || isForm ? undefined : JSON.stringify(body)
  if (text !== undefined) headers['content-type'] = 'application/json'
  const created = method === 'POST' && token && text !== undefined ? `${path} ${text}` : ''
  if (created) {
    const key = unansweredKeys.get(created) ?? randomName()
    unansweredKeys.set(created, key)
    headers['idempotency-key'] = key
  }
  let response: Response
  try {
    const address = addressOf(path, query)
    response = await ((method === 'GET' && takeFirstCall(address, token)) ||
      fetch(address, { method, headers, body: isForm ? body : text, signal }))
  } catch (cause) {
    if (signal?.aborted) throw cause
    const lost = new ApiError(0, 'We could not reach the server. Check your connection.')
    // a device that knows that it is offline may try as often as it likes; else the login is next (rules 15.3)
    if (method === 'GET' || quiet || !askToTryAgain || (again && navigator.onLine)) throw lost
    if (await askToTryAgain()) return answerOf(method, path, body, { ...options, again: true })
    lost.told = true
    throw lost
  }
  if (response.status < 500) unansweredKeys.delete(created)
  if (response.ok) return response
  const wait = response.headers.get('retry-after')
  const refused = refusal(response.status, await response.text(), wait, token !== null)
  if (refused.code === 'confirmationNeeded' && (await askConfirmation()))
    return answerOf(method, path, body, options)
  throw refused
}

/**
 * The `ApiError` of a refused answer. With a session, 401 and maintenance end it here,
 * because every page would have to do the same.
 */
export function refusal(
  status: number,
  text: string,
  retryAfter: string | null,
  hadSession: boolean,
): ApiError {
  const body = parsed(text)
  const known: ErrorAnswer = isRefusal(body)
    ? body
    : { code: 'internal', message: 'Something went wrong on our side.' }
  // the page of an ended session is leaving already
  const inSession = hadSession && sessionToken() !== null
  if (inSession && (status === 401 || known.code === 'maintenance'))
    leaveToLogin(status === 401 ? 'Your session has ended. Please log in again.' : undefined)
  return new ApiError(status, known.message, { ...known, retryAfter: Number(retryAfter) || undefined })
}

function isRefusal(body: unknown): body is ErrorAnswer {
  return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
}

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a call failed because the record is not there, such as one that was deleted meanwhile. */
export const isNotFound = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 404
