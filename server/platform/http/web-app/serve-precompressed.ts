import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { PortalApp } from '../portal-app.ts'

export function servePrecompressed(
  api: PortalApp,
  url: string,
  { load, type, cacheControl }: { load: () => Promise<Buffer>; type: string; cacheControl: string },
): void {
  const loadAndCompress = async () => {
    const plainContent = await load()
    return { plain: plainContent, compressed: await promisify(gzip)(plainContent) }
  }
  let compressedFile: ReturnType<typeof loadAndCompress> | undefined
  api.get(
    url,
    { config: { policy: 'open' }, schema: { hide: true }, compress: false },
    async (request, reply) => {
      compressedFile ??= loadAndCompress()
      compressedFile.catch(() => (compressedFile = undefined))
      const { plain, compressed } = await compressedFile
      const acceptsGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
      if (acceptsGzip) reply.header('content-encoding', 'gzip')
      return reply
        .headers({ 'cache-control': cacheControl, vary: 'accept-encoding' })
        .type(type)
        .send(acceptsGzip ? compressed : plain)
    },
  )
}
