/**
 * Format of a backup: a tar file that any `tar` program can read, followed by a seal. The entries, in this
 * order:
 *
 * - `tahanan-backup.json`: format, schema and tables (`Heading`);
 * - `tables/<table>/<number>.copy.zst`: rows in COPY format. They are split into pieces, each compressed
 *   separately, so that no table must fit in memory. The concatenated pieces are one valid zstd stream;
 * - `files/<key>`: stored files and their thumbnails;
 * - `missing-files.txt`: keys of files that are in the database but not in the file store;
 * - `manifest.json`: counts of rows and files (`Manifest`). A backup without this entry is incomplete.
 *
 * The seal is the SHA-256 of all bytes before it. It detects damage, not forgery: an attacker who can write
 * an archive can also seal it.
 */
export const FORMAT = 'tahanan-backup'
export const FORMAT_VERSION = 2

export const HEADING_ENTRY = 'tahanan-backup.json'
export const MISSING_FILES_ENTRY = 'missing-files.txt'
export const MANIFEST_ENTRY = 'manifest.json'

export const PIECE_BYTES = 4 * 1024 * 1024

export const MAX_PIECE_BYTES = 2 * PIECE_BYTES

export const MAX_LISTED_MISSING_FILES = 10_000

export interface TableHeading {
  readonly name: string
  readonly columns: readonly string[]
}

export interface Heading {
  readonly format: typeof FORMAT
  readonly version: typeof FORMAT_VERSION
  readonly createdAt: string
  readonly migrations: readonly string[]
  /** Tables in an order in which a referenced table comes before the tables that reference it. */
  readonly tables: readonly TableHeading[]
}

export interface TableFigures {
  readonly name: string
  readonly rows: number
  readonly pieces: number
  readonly bytes: number
}

export interface Sequence {
  readonly table: string
  readonly column: string
  readonly value: number
  readonly called: boolean
}

export interface Manifest {
  readonly tables: readonly TableFigures[]
  readonly sequences: readonly Sequence[]
  readonly files: { readonly count: number; readonly bytes: number; readonly missing: number }
}

const SQL_NAME_PATTERN = /^[a-z_][a-z0-9_]*$/

export const isPlainName = (name: string): boolean => SQL_NAME_PATTERN.test(name) && name.length <= 63

export function getPieceEntryName(table: string, pieceNumber: number): string {
  return `tables/${table}/${String(pieceNumber).padStart(6, '0')}.copy.zst`
}

export const FILES_FOLDER = 'files/'

export const CHECKSUM_BLOCK_BYTES = 512

export function formatChecksumBlock(sha256: string): Buffer {
  return Buffer.from(
    `${FORMAT} sha256 ${sha256}\n`.padEnd(CHECKSUM_BLOCK_BYTES - 1, ' ').concat('\n'),
    'latin1',
  )
}

export function parseChecksumBlock(bytes: Buffer): string | null {
  const sha256 = /^tahanan-backup sha256 ([0-9a-f]{64})\n/.exec(bytes.toString('latin1'))?.[1]
  return sha256 && bytes.equals(formatChecksumBlock(sha256)) ? sha256 : null
}
