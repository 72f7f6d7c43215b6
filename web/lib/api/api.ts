import type { ErrorAnswer } from '@tahanan/contract/answers.ts'
import type { ErrorCode, FieldErrors } from '@tahanan/contract/errors.ts'
import { createRandomName } from '../create-random-name.ts'
import { requestConfirmation } from './confirmation.ts'
import { consumeFirstCall } from './first-calls.ts'
import { getGateDeviceHeader } from './gate-device.ts'
import { sendForm } from './send-form.ts'
import { goToLogin, getSessionToken } from './session.ts'
import { CallStoppedError, sendWithStallDetection } from './stalled-calls.ts'
import { UNANSWERED_KEY_PREFIX } from './stored-data.ts'

/**
 * Error codes which mean that somebody else has changed the record meanwhile. The messages of other conflicts
 * explain their cause.
 */
export const OUTDATED_CODES: readonly ErrorCode[] = ['conflict', 'alreadyDone', 'locked']

/** Error of a request. `status` is 0 if there was no response. `errors` has the messages by field. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly errors: Record<string, string[]>
  /** Seconds to wait, from the header `Retry-After` (429, 503). */
  readonly retryAfter: number | undefined
  readonly code: ErrorCode | undefined
  /** Text about the change that another user made: 'Liza Villanueva approved it.' */
  readonly change: string | undefined
  /** True if the user has already seen the error, so no dialog shows it again. */
  isShown = false
  /** True if the request was sent more than once, so that an earlier one may have made the change. */
  wasRepeated = false

  constructor(
    status: number,
    message: string,
    errorBody: Partial<Omit<ErrorAnswer, 'message'>> & { retryAfter?: number } = {},
  ) {
    super(message)
    this.status = status
    this.errors = errorBody.errors ?? {}
    this.retryAfter = errorBody.retryAfter
    this.code = errorBody.code
    this.change = errorBody.change
  }

  get isOutdated(): boolean {
    return this.code !== undefined && OUTDATED_CODES.includes(this.code)
  }

  /**
   * True if there was no response, because there is no network, the server is down, or the request was
   * aborted.
   */
  get isUnanswered(): boolean {
    return this.status === 0
  }
}

/**
 * Returns the first error message of each field. `toKey` converts the server's field names to those of the
 * form.
 */
export function getFirstMessages(
  errors: FieldErrors,
  toKey: (field: string) => string = (field) => field,
): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([field, [first = '']]) => [toKey(field), first]))
}

export type QueryParams = Record<string, string | number | undefined>

interface CallOptions {
  query?: QueryParams
  signal?: AbortSignal
  /** Marks a background request: if there is no response, no dialog offers to try again. */
  quiet?: boolean
  /**
   * Stores the idempotency key together with the request's body, so that a retry after a reload sends the
   * same key. Must not be set if the body contains a secret.
   */
  isDrafted?: boolean
  /**
   * Enables the dialog about a stalled request also for a `quiet` request. Other requests that change data
   * always have it (rules 15.33).
   */
  watched?: boolean
  isRetry?: boolean
  headers?: Readonly<Record<string, string>>
}

/**
 * Idempotency keys of requests that got no response, by path and body. A retry sends the same key, so that
 * the server does not repeat the change (rules 14.12).
 */
const unansweredKeys = new Map<string, string>()

function getOrCreateIdempotencyKey(requestText: string, isDrafted: boolean): string {
  const storedKey = isDrafted ? sessionStorage.getItem(UNANSWERED_KEY_PREFIX + requestText) : null
  const key = unansweredKeys.get(requestText) ?? storedKey ?? createRandomName()
  unansweredKeys.set(requestText, key)
  try {
    if (isDrafted) sessionStorage.setItem(UNANSWERED_KEY_PREFIX + requestText, key)
  } catch {
    // The storage is full or blocked. Then the form's draft was not stored either, so there is no retry after
    // a reload.
  }
  return key
}

function deleteIdempotencyKey(requestText: string, isDrafted: boolean): void {
  unansweredKeys.delete(requestText)
  if (isDrafted) sessionStorage.removeItem(UNANSWERED_KEY_PREFIX + requestText)
}

/**
 * Statuses with which the server refuses a request before it looks up the idempotency key, so that an earlier
 * request may still have created the record: no session, no access or confirmation, too many requests.
 */
const STATUSES_BEFORE_KEY: readonly number[] = [401, 403, 429]

let confirmRetry: (() => Promise<boolean>) | undefined

export function onUnansweredCall(askToRetry: () => Promise<boolean>): void {
  confirmRetry = askToRetry
}

/**
 * Sends requests to `/api` with the session token of the current area (resident, admin or super-admin).
 * Rejects with an `ApiError`.
 */
export const api = {
  get: <T>(path: string, query?: QueryParams, signal?: AbortSignal): Promise<T> =>
    callApi<T>('GET', path, undefined, { query, signal }),
  post: <T>(path: string, body?: unknown, options?: Omit<CallOptions, 'query' | 'isRetry'>): Promise<T> =>
    callApi<T>('POST', path, body, options),
  put: <T>(path: string, body?: unknown, options?: Pick<CallOptions, 'quiet' | 'watched'>): Promise<T> =>
    callApi<T>('PUT', path, body, options),
  delete: <T>(path: string, body?: unknown): Promise<T> => callApi<T>('DELETE', path, body),
  stream: async (path: string, query?: QueryParams) =>
    (await fetchResponse('GET', path, undefined, { query })).body,
  file: async (path: string): Promise<Blob> => (await fetchResponse('GET', path, undefined)).blob(),
}

function buildApiUrl(path: string, query: QueryParams = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  const queryText = search.size > 0 ? `?${search}` : ''
  return `/api${path}${queryText}`
}

async function callApi<T>(method: string, path: string, body: unknown, options?: CallOptions): Promise<T> {
  return parseJson(await (await fetchResponse(method, path, body, options)).text()) as T
}

async function fetchResponse(
  method: string,
  path: string,
  body: unknown,
  options: CallOptions = {},
): Promise<Response> {
  const { query, signal, quiet, watched, isDrafted = false, isRetry } = options
  const token = getSessionToken()
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers }
  if (token) headers.authorization = `Bearer ${token}`
  else Object.assign(headers, getGateDeviceHeader())
  // FormData is sent as it is, because the browser must set its content type. It gets no idempotency key,
  // because keys are stored by the text of the body.
  const isForm = body instanceof FormData
  const text = body === undefined || isForm ? undefined : JSON.stringify(body)
  if (text !== undefined) headers['content-type'] = 'application/json'
  const requestText = method === 'POST' && token && text !== undefined ? `${path} ${text}` : ''
  if (requestText) headers['idempotency-key'] = getOrCreateIdempotencyKey(requestText, isDrafted)
  let response: Response
  let sendCount = 0
  try {
    const requestUrl = buildApiUrl(path, query)
    if (method === 'GET')
      response = await (consumeFirstCall(requestUrl, token) ?? fetch(requestUrl, { headers, signal }))
    else if (quiet && !watched) response = await fetch(requestUrl, { method, headers, body: text, signal })
    else
      response = await sendWithStallDetection((stop, onProgress) => {
        sendCount += 1
        return isForm
          ? sendForm(requestUrl, body, { headers, signal: stop, onProgress })
          : fetch(requestUrl, { method, headers, body: text, signal: stop })
      }, signal)
  } catch (cause) {
    if (signal?.aborted) throw cause
    if (cause instanceof CallStoppedError) {
      const stoppedError = new ApiError(0, 'You stopped this. It may have been saved all the same.')
      stoppedError.isShown = true
      throw stoppedError
    }
    const noAnswer = new ApiError(0, 'We could not reach the server. Check your connection.')
    // If there was no response, a dialog offers to try again. Offline, the user can try any number of times.
    // Online, a second failure is thrown, and the user is led to the login (rules 15.3).
    if (method === 'GET' || quiet || !confirmRetry || (isRetry && navigator.onLine)) throw noAnswer
    if (await confirmRetry()) return fetchResponse(method, path, body, { ...options, isRetry: true })
    noAnswer.isShown = true
    throw noAnswer
  }
  if (response.status < 500 && !STATUSES_BEFORE_KEY.includes(response.status))
    deleteIdempotencyKey(requestText, isDrafted)
  if (response.ok) return response
  const responseError = toApiError(response, await response.text(), token !== null)
  if (responseError.code === 'confirmationNeeded' && (await requestConfirmation()))
    return fetchResponse(method, path, body, options)
  responseError.wasRepeated = isRetry === true || sendCount > 1
  throw responseError
}

/**
 * Converts an error response to an `ApiError`. Status 401 or maintenance also ends the session. The message
 * of a server error contains the request id, with which administrators find the error in the log (rules
 * 14.17).
 */
export function toApiError(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
  hadSession: boolean,
): ApiError {
  const parsedBody = parseJson(text)
  const errorBody: ErrorAnswer = isErrorAnswer(parsedBody)
    ? parsedBody
    : { code: 'internal', message: 'Something went wrong on our side.' }
  const requestId = headers.get('x-request-id')
  // Another response may have ended the session already. Then the login is already opening, and nothing more
  // is done.
  const isInSession = hadSession && getSessionToken() !== null
  if (isInSession && (status === 401 || errorBody.code === 'maintenance'))
    goToLogin(status === 401 ? 'Your session has ended. Please log in again.' : undefined)
  const message =
    errorBody.code === 'internal' && requestId
      ? `${errorBody.message} Number for the office: ${requestId}`
      : errorBody.message
  return new ApiError(status, message, {
    ...errorBody,
    retryAfter: Number(headers.get('retry-after')) || undefined,
  })
}

function isErrorAnswer(body: unknown): body is ErrorAnswer {
  return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
}

function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isNotFound = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 404
