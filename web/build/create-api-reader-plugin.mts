import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import scalar from '@scalar/fastify-api-reference'
import fastify from 'fastify'
import type { Plugin } from 'vite'

/** Emits the script of `/api/docs`. It is not compressed at build time, because it is rarely used. */
export function createApiReaderPlugin(): Plugin {
  return {
    name: 'api-reader',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      await writeFile(join(dir, 'api-reader.js'), await loadReaderScript())
    },
  }
}

/**
 * Gets the script from a Fastify server that listens on no port, because the package offers the script only
 * as a Fastify plugin.
 */
async function loadReaderScript(): Promise<Buffer> {
  const server = fastify()
  await server.register(scalar, { routePrefix: '/docs', configuration: { url: '/api/openapi.json' } })
  const { rawPayload } = await server.inject('/docs/js/scalar.js')
  await server.close()
  return rawPayload
}
