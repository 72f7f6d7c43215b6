import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Smaller files gain nothing. */
const LEAST_BYTES = 600

/** Writes `.br` and `.gz` beside every text file, so that the server never compresses what does not change. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const [fileName, file] of Object.entries(bundle)) {
        if (!/\.(js|css|svg|json)$/.test(fileName)) continue
        const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
        if (source.length < LEAST_BYTES) continue
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
        }
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: await brotli(source, { params }) })
        this.emitFile({
          type: 'asset',
          fileName: `${fileName}.gz`,
          source: await gzipped(source, { level: 9 }),
        })
      }
    },
  }
}
