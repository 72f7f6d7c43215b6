import type { PortalApp } from '#platform/http/portal-app.ts'
import type { ErrorCode } from '@tahanan/contract/errors.ts'
import type { Area } from '@tahanan/contract/limits.ts'

export interface ApiResponse<Body> {
  readonly status: number
  readonly body: Body
  readonly headers: Readonly<Record<string, unknown>>
}

export type UntypedBody = Record<string, unknown> & {
  readonly code: string
  readonly message: string
  readonly errors: Record<string, string[]>
}

/** Makes calls to the portal as one account. Paths have no `/api` prefix: `caller.get('/tickets?page=1')`. */
export interface Caller {
  get<Body = UntypedBody>(path: string): Promise<ApiResponse<Body>>
  post<Body = UntypedBody>(path: string, body?: unknown): Promise<ApiResponse<Body>>
  put<Body = UntypedBody>(path: string, body?: unknown): Promise<ApiResponse<Body>>
  delete<Body = UntypedBody>(path: string, body?: unknown): Promise<ApiResponse<Body>>
}

export interface LoggedInCaller<Account = { id: number }> extends Caller {
  readonly area: Area
  readonly id: number
  readonly account: Account
  readonly token: string
  readonly sessionId: number
}

/** Calls the app by Fastify's `inject`: all hooks run, but no port is opened. */
export function createCaller(
  app: PortalApp,
  token?: string,
  { address, headers: extraHeaders }: { address?: string; headers?: Record<string, string> } = {},
): Caller {
  const headers = { ...extraHeaders, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  async function sendCall<Body>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<ApiResponse<Body>> {
    const response = await app.inject({
      method,
      url: `/api${path}`,
      ...(address !== undefined && { remoteAddress: address }),
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    const parseBody = (): unknown => (response.body === '' ? null : JSON.parse(response.body))
    const isPdf = response.headers['content-type'] === 'application/pdf'
    const parsedBody = isPdf ? response.rawPayload : parseBody()
    return { status: response.statusCode, body: parsedBody as Body, headers: response.headers }
  }
  return {
    get: (path) => sendCall('GET', path),
    post: (path, body) => sendCall('POST', path, body),
    put: (path, body) => sendCall('PUT', path, body),
    delete: (path, body) => sendCall('DELETE', path, body),
  }
}

/** Returns the status codes of the calls. They are sorted, because the calls may finish in any order. */
export async function awaitStatuses(calls: readonly Promise<ApiResponse<unknown>>[]): Promise<number[]> {
  return (await Promise.all(calls)).map(({ status }) => status).toSorted()
}

export const toRefusal = (status: number, code: ErrorCode) => ({ status, body: { code } })
