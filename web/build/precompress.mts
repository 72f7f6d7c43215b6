import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Smaller files gain nothing from compression. */
const MIN_BYTES = 600

/** Writes `.br` and `.gz` files of every text file, last, so that the server never compresses. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) =>
        /\.(m?js|css|svg|json|wasm)$/.test(fileName),
      )
      await Promise.all(
        files.map((file) =>
          compress(join(dir, file.fileName), Buffer.from(file.type === 'chunk' ? file.code : file.source)),
        ),
      )
    },
  }
}

async function compress(path: string, source: Buffer): Promise<void> {
  if (source.length < MIN_BYTES) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
  }
  await writeFile(`${path}.br`, await brotli(source, { params }))
  await writeFile(`${path}.gz`, await gzipped(source, { level: 9 }))
}
