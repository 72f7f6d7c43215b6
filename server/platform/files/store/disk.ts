import type { Readable } from 'node:stream'

/** Bytes `start` to `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** A finished temporary file and where it belongs. */
export interface PlacedFile {
  readonly temporary: string
  readonly path: string
  readonly mime: string
}

/** Storage of bytes: a local folder or an S3 bucket. Paths are keys and those of smaller pictures, checked before. */
export interface Disk {
  /**
   * Moves finished temporary files to their places, durably: once it resolves, they survive a power cut. When one fails, some may
   * be in their places.
   */
  place(files: readonly PlacedFile[]): Promise<void>
  /** Size in bytes and age; null when there is no such file. */
  stat(path: string): Promise<{ bytes: number; modifiedAt: Date } | null>
  /** The content, or a part of it. Rejects with `notFound` (404) where there is no such file. */
  read(path: string, range?: ByteRange): Promise<Readable>
  /** The content of a small file at once, which is cheaper than a stream; null when there is no such file. */
  readWhole(path: string): Promise<Buffer | null>
  /** Nothing happens when there is no such file. */
  remove(path: string): Promise<void>
  /** The paths of all files, in no order. */
  paths(): AsyncIterable<string>
  /** Throws when the disk or the bucket cannot be reached. */
  check(): Promise<void>
}
