import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import scalar from '@scalar/fastify-api-reference'
import fastify from 'fastify'
import type { Plugin } from 'vite'

/** Writes the script of the page `/api/docs` beside the app. Few open it, so it is compressed when the first one does. */
export function apiReader(): Plugin {
  return {
    name: 'api-reader',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      await writeFile(join(dir, 'api-reader.js'), await readerScript())
    },
  }
}

/** The package keeps the script inside its Fastify plugin, so a server without a port is asked for it. */
async function readerScript(): Promise<Buffer> {
  const server = fastify()
  await server.register(scalar, { routePrefix: '/docs', configuration: { url: '/api/openapi.json' } })
  const { rawPayload } = await server.inject('/docs/js/scalar.js')
  await server.close()
  return rawPayload
}
