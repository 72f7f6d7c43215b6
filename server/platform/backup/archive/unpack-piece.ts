import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { MOST_PIECE_BYTES } from './archive-format.ts'
import { UnusableArchiveError } from './read-archive.ts'

const decompress = promisify(zstdDecompress)

/** Unpacks a piece of a table. Throws `UnusableArchiveError`, also where it would be larger than any that is written. */
export function unpackPiece(table: string, piece: Buffer): Promise<Buffer> {
  return decompress(piece, { maxOutputLength: MOST_PIECE_BYTES }).catch((error: unknown) => {
    throw new UnusableArchiveError(`The backup is damaged: a piece of ${table} cannot be unpacked.`, {
      cause: error,
    })
  })
}
