import type { Readable } from 'node:stream'

/** Bytes `start` to `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

export interface PlacedFile {
  readonly temporary: string
  readonly path: string
  readonly mime: string
}

/** Storage of bytes in a local folder or an S3 bucket. Paths are checked keys, or those of smaller sizes. */
export interface Disk {
  /** Moves temporary files to their paths, where they survive a power cut; some of them if it rejects. */
  place(files: readonly PlacedFile[]): Promise<void>
  /** Returns size and time of the last change; null without such a file. */
  stat(path: string): Promise<{ bytes: number; modifiedAt: Date } | null>
  /** Returns the content, or a part of it. Rejects with 404 without such a file. */
  read(path: string, range?: ByteRange): Promise<Readable>
  /** Returns the content of a small file, which is cheaper than a stream; null without such a file. */
  readWhole(path: string): Promise<Buffer | null>
  remove(path: string): Promise<void>
  /** Returns the paths of all files, in no order. */
  paths(): AsyncIterable<string>
  /** Throws if the disk or the bucket cannot be reached. */
  check(): Promise<void>
}
