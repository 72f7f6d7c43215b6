import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressWithBrotli = promisify(brotliCompress)
const compressWithGzip = promisify(gzip)

/**
 * Brotli level. Below 1 MB, level 11 would make files only 2 % smaller than level 10 and take twice as long.
 * Above (readers of PDFs and QR codes), level 10 would save 9 % more than level 9, but take 15 times as long.
 */
const getBrotliQuality = (bytes: number) => (bytes < 1_000_000 ? 10 : 9)
/** Smaller files are not compressed, because compression does not make them smaller. */
const MIN_BYTES = 600

/**
 * Writes `.br` and `.gz` files at the end of the build, so that the server does not compress them on each
 * request.
 */
export function createPrecompressPlugin(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) =>
        /\.(m?js|css|svg|json|wasm)$/.test(fileName),
      )
      await Promise.all(
        files.map((file) =>
          writeCompressedFiles(
            join(dir, file.fileName),
            Buffer.from(file.type === 'chunk' ? file.code : file.source),
          ),
        ),
      )
    },
  }
}

async function writeCompressedFiles(path: string, source: Buffer): Promise<void> {
  if (source.length < MIN_BYTES) return
  const brotliParams = {
    [constants.BROTLI_PARAM_QUALITY]: getBrotliQuality(source.length),
    [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
  }
  await writeFile(`${path}.br`, await compressWithBrotli(source, { params: brotliParams }))
  await writeFile(`${path}.gz`, await compressWithGzip(source, { level: 9 }))
}
