/**
 * Format of a backup: a tar that every `tar` reads, with a seal behind its end. Its entries, in this order:
 *
 * - `tahanan-backup.json`: what this is, of which schema, with which tables (`Heading`);
 * - `tables/<table>/<number>.copy.zst`: the rows as COPY writes them, cut into pieces, each compressed by itself, so that
 *   neither side ever holds a table; the pieces one after another are one zstd stream;
 * - `files/<key>`: the stored files and their smaller pictures, as they are;
 * - `missing-files.txt`: keys that the database names and the store no longer had;
 * - `manifest.json`: how much of everything there is (`Manifest`). Without it the backup is not complete.
 *
 * The seal is the SHA-256 of everything before it, so that not a byte can change unnoticed. It protects against accidents,
 * not against somebody who writes archives: whoever can do that can seal them too.
 */
export const FORMAT = 'tahanan-backup'
export const FORMAT_VERSION = 2

export const HEADING_ENTRY = 'tahanan-backup.json'
export const MISSING_ENTRY = 'missing-files.txt'
export const MANIFEST_ENTRY = 'manifest.json'

/** Rows of a piece before compression. */
export const PIECE_BYTES = 4 * 1024 * 1024

/** Largest piece that a reader takes, packed or not. */
export const MOST_PIECE_BYTES = 2 * PIECE_BYTES

/** Most missing files that are named; the manifest counts all of them. */
export const MISSING_NAMED = 10_000

export interface TableHeading {
  readonly name: string
  /** Written columns; generated ones are left out. */
  readonly columns: readonly string[]
}

export interface Heading {
  readonly format: typeof FORMAT
  readonly version: typeof FORMAT_VERSION
  /** ISO 8601, in UTC: everything is as it was at this moment. */
  readonly createdAt: string
  /** The names of the migrations that made the schema, in order. */
  readonly migrations: readonly string[]
  /** Tables, those that others refer to first. */
  readonly tables: readonly TableHeading[]
}

export interface TableFigures {
  readonly name: string
  readonly rows: number
  readonly pieces: number
  /** Size of the rows as COPY writes them. */
  readonly bytes: number
}

/** The state of a table's counter of ids, so that no number is given out twice. */
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

const NAME = /^[a-z_][a-z0-9_]*$/

/** Tables and columns of ours have plain names; nothing else is ever put into a statement. */
export const isPlainName = (name: string): boolean => NAME.test(name) && name.length <= 63

/** Returns the name of the entry of a table's piece, counted from 1. */
export function pieceEntry(table: string, piece: number): string {
  return `tables/${table}/${String(piece).padStart(6, '0')}.copy.zst`
}

export const FILES_FOLDER = 'files/'

export const SEAL_BYTES = 512

/** The last 512 bytes of a backup, from the SHA-256 (hex) of all before them. */
export function seal(sha256: string): Buffer {
  return Buffer.from(`${FORMAT} sha256 ${sha256}\n`.padEnd(SEAL_BYTES - 1, ' ').concat('\n'), 'latin1')
}

/** Returns the checksum of a seal, or null when these bytes are none. */
export function readSeal(bytes: Buffer): string | null {
  const sha256 = /^tahanan-backup sha256 ([0-9a-f]{64})\n/.exec(bytes.toString('latin1'))?.[1]
  return sha256 && bytes.equals(seal(sha256)) ? sha256 : null
}
