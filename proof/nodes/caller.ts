import type { ApiResponse, Caller } from '@tahanan/server/testing/callers.ts'

export interface NetworkCaller extends Caller {
  readonly token: string | undefined
  withBaseUrl(url: string): NetworkCaller
  upload(
    folder: string,
    content: Uint8Array,
    name: string,
  ): Promise<ApiResponse<{ key: string; thumb?: string; message: string }>>
  sendPdfs(
    uniqId: string,
    pdfs: Readonly<Record<string, Buffer>>,
  ): Promise<ApiResponse<{ data: { name: string; ok: boolean }[] }>>
}

export function createCaller(
  url: string,
  token?: string,
  headers: Record<string, string> = {},
): NetworkCaller {
  const ownHeaders = {
    ...headers,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }

  async function sendRequest<Body>(
    method: string,
    path: string,
    body?: FormData | string,
  ): Promise<ApiResponse<Body>> {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...ownHeaders, ...(typeof body === 'string' && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    const parsedBody: unknown = response.headers.get('content-type')?.includes('json')
      ? JSON.parse(text)
      : text
    return {
      status: response.status,
      body: parsedBody as Body,
      headers: Object.fromEntries(response.headers),
    }
  }
  const sendJson = <Body>(method: string, path: string, body?: unknown) =>
    sendRequest<Body>(method, path, body === undefined ? undefined : JSON.stringify(body))

  return {
    token,
    withBaseUrl: (otherUrl) => createCaller(otherUrl, token, headers),
    get: (path) => sendJson('GET', path),
    post: (path, body) => sendJson('POST', path, body),
    put: (path, body) => sendJson('PUT', path, body),
    delete: (path, body) => sendJson('DELETE', path, body),
    upload(folder, content, name) {
      const form = new FormData()
      form.append('url', `${folder}/${name}`)
      form.append('file', new Blob([new Uint8Array(content)]), name)
      return sendRequest('POST', '/file', form)
    },
    sendPdfs(uniqId, pdfs) {
      const form = new FormData()
      for (const [name, content] of Object.entries(pdfs))
        form.append('files', new Blob([new Uint8Array(content)]), name)
      return sendRequest('POST', `/statement-imports/${uniqId}/pdfs`, form)
    },
  }
}
