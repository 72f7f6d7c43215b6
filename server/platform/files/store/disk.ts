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

/** Storage of bytes in a local folder or an S3 bucket. Paths are validated keys, or those of smaller sizes. */
export interface Disk {
  /** Moves temporary files to their paths durably; if it rejects, some may have been moved. */
  place(files: readonly PlacedFile[]): Promise<void>
  stat(path: string): Promise<{ bytes: number; modifiedAt: Date } | null>
  /** Returns the content, or a part of it. Rejects with 404 if the file does not exist. */
  read(path: string, range?: ByteRange): Promise<Readable>
  /** Returns the content of a small file, which is cheaper than a stream; null if it does not exist. */
  readWhole(path: string): Promise<Buffer | null>
  remove(path: string): Promise<void>
  paths(): AsyncIterable<string>
  check(): Promise<void>
}
