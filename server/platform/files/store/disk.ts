import type { Readable } from 'node:stream'

export interface ByteRange {
  start: number
  end: number
}

export interface PlacedFile {
  readonly temporary: string
  readonly path: string
  readonly mime: string
}

/** A local folder or an S3 bucket. Paths are validated keys, or those of smaller sizes. */
export interface Disk {
  /** Durable. If it rejects, some files may have been moved. */
  place(files: readonly PlacedFile[]): Promise<void>
  stat(path: string): Promise<{ bytes: number; modifiedAt: Date } | null>
  /** Rejects with 404 if the file does not exist. */
  read(path: string, range?: ByteRange): Promise<Readable>
  /** For small files, because it is cheaper than a stream. Null if the file does not exist. */
  readWhole(path: string): Promise<Buffer | null>
  remove(path: string): Promise<void>
  listPaths(): AsyncIterable<string>
  check(): Promise<void>
}
