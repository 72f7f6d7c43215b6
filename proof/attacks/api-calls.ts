import type { TestPortal } from '@tahanan/server/testing/portal.ts'

/** A call as the API document describes it. */
export interface ApiCall {
  readonly method: 'get' | 'post' | 'put' | 'delete'
  /** With its blanks, without `/api`: `/ticket/{id}`. */
  readonly path: string
  /** Names of what its query may hold. */
  readonly query: readonly string[]
  /** Whether it takes a JSON body. */
  readonly json: boolean
}

interface Document {
  paths: Record<
    string,
    Record<string, { parameters?: { in: string; name: string }[]; requestBody?: { content: object } }>
  >
}

/** Returns every documented call, so that new ones are attacked as well. */
export async function apiCalls({ nobody }: TestPortal): Promise<ApiCall[]> {
  const { body } = await nobody.get<Document>('/openapi.json')
  return Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method as ApiCall['method'],
      path: path.replace(/^\/api/, ''),
      query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      json: requestBody !== undefined && 'application/json' in requestBody.content,
    })),
  )
}
