import type { LoggedInCaller } from '@tahanan/server/testing/callers.ts'
import type { TestPortal } from '@tahanan/server/testing/portal.ts'
import type { CallInput } from './access-case.ts'

export interface RawAnswer {
  readonly status: number
  readonly text: string
}

/** Calls an API route such as `PUT /api/ticket/{id}`. If `caller` is null, sends no session. */
export async function callRoute(
  { app }: Pick<TestPortal, 'app'>,
  route: string,
  call: CallInput,
  caller: LoggedInCaller | null,
  extraHeaders: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const [method, path = ''] = route.split(' ') as ['GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE', string]
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = call.path?.[name]
    if (value === undefined) throw new Error(`${route}: the entry has no value for {${name}}`)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams(
    Object.entries(call.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  const { type, payload } = await encodeBody(call)
  const response = await app.inject({
    method,
    url: query ? `${filledPath}?${query}` : filledPath,
    headers: {
      ...extraHeaders,
      ...(caller && { authorization: `Bearer ${caller.token}` }),
      ...(type !== undefined && { 'content-type': type }),
    },
    ...(payload !== undefined && { payload }),
  })
  return { status: response.statusCode, text: response.body }
}

async function encodeBody({
  body,
  form,
  raw,
}: CallInput): Promise<{ type?: string; payload?: string | Buffer }> {
  if (raw) return raw
  if (body !== undefined) return { type: 'application/json', payload: JSON.stringify(body) }
  if (!form) return {}
  const request = new Request('http://portal', { method: 'POST', body: form })
  return {
    type: request.headers.get('content-type') ?? '',
    payload: Buffer.from(await request.arrayBuffer()),
  }
}
