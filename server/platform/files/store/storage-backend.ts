import type { Readable } from 'node:stream'

export interface ByteRange {
  start: number
  end: number
}

export interface FileToStore {
  readonly temporaryPath: string
  readonly path: string
  readonly mime: string
}

/**
 * Storage for files: a local folder or a bucket. A path is a validated file key or the path of a smaller
 * image size.
 */
export interface StorageBackend {
  /**
   * Moves files into the storage. They are stored durably when the promise resolves. If it rejects, some of
   * them may have been moved.
   */
  storeFiles(files: readonly FileToStore[]): Promise<void>
  stat(path: string): Promise<{ bytes: number; modifiedAt: Date } | null>
  /** Reads a file as a stream. Rejects with 404 if the file does not exist. */
  read(path: string, range?: ByteRange): Promise<Readable>
  /**
   * Reads a whole file, which is faster than a stream for small files. Resolves to null if the file does not
   * exist.
   */
  readWhole(path: string): Promise<Buffer | null>
  remove(path: string): Promise<void>
  listPaths(): AsyncIterable<string>
  check(): Promise<void>
}
