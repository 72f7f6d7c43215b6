import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressWithBrotli = promisify(brotliCompress)
const compressWithGzip = promisify(gzip)

/**
 * Brotli level by file size. Below 1 MB, level 10, because level 11 makes files only 2 % smaller and takes
 * twice as long. From 1 MB (the code that reads PDFs and QR codes), level 9, because level 10 makes files
 * only 9 % smaller and takes 15 times as long.
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
