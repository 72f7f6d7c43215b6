import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import scalar from '@scalar/fastify-api-reference'
import fastify from 'fastify'
import type { Plugin } from 'vite'

/** Emits the script of the page `/api/docs`. It is rarely used, so the server compresses it on first use. */
export function apiReader(): Plugin {
  return {
    name: 'api-reader',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      await writeFile(join(dir, 'api-reader.js'), await readerScript())
    },
  }
}

/** Returns the script, from a server without a port: the package has it only as a plugin. */
async function readerScript(): Promise<Buffer> {
  const server = fastify()
  await server.register(scalar, { routePrefix: '/docs', configuration: { url: '/api/openapi.json' } })
  const { rawPayload } = await server.inject('/docs/js/scalar.js')
  await server.close()
  return rawPayload
}
