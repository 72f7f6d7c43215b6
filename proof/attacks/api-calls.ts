import type { TestPortal } from '@tahanan/server/testing/portal.ts'

export interface ApiCall {
  readonly method: 'get' | 'post' | 'put' | 'delete'
  readonly path: string
  readonly query: readonly string[]
  readonly acceptsJson: boolean
}

interface Document {
  paths: Record<
    string,
    Record<string, { parameters?: { in: string; name: string }[]; requestBody?: { content: object } }>
  >
}

/**
 * Lists all API calls. Reads them from the API document, so that the attacks include calls that are added
 * later.
 */
export async function listApiCalls({ nobody }: TestPortal): Promise<ApiCall[]> {
  const { body } = await nobody.get<Document>('/openapi.json')
  return Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method as ApiCall['method'],
      path: path.replace(/^\/api/, ''),
      query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      acceptsJson: requestBody !== undefined && 'application/json' in requestBody.content,
    })),
  )
}
