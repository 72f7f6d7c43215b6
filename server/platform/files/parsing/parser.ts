import { open, type FileHandle } from 'node:fs/promises'

/** Signals a file that cannot be parsed. The message is shown to the uploader. */
export class UnreadableFileError extends Error {
  readonly field: string

  constructor(message: string, field = '') {
    super(message)
    this.field = field
  }
}

export type SourcePaths = Readonly<Record<string, string | null>>

/** Writes parsed rows to the output file. Resolves when the next rows can be written. */
export type WriteRows<Row> = (rows: readonly Row[]) => Promise<void>

/**
 * Parses files, writes their rows, and returns a result for all files together. Runs in a child process, so
 * options, rows and result must be plain JSON. Throws `UnreadableFileError`.
 */
export type Parser<Options, Row, Result> = (
  paths: SourcePaths,
  options: Options,
  write: WriteRows<Row>,
) => Promise<Result>

export interface Refusal {
  readonly field: string
  readonly reason: string
}

const MAX_LENGTH = 500

/**
 * Runs a parser module in the child process. `rowsPath` must be an empty file; the rows are written to it,
 * one line of JSON per row, at most `maxBytes`.
 */
export async function runParser(
  module: string,
  paths: SourcePaths,
  options: unknown,
  rowsPath: string,
  maxBytes: number,
): Promise<{ readonly result: unknown } | { readonly refusal: Refusal }> {
  const { parse }: { parse: Parser<unknown, unknown, unknown> } = await import(module)
  // The file must exist already. If this call created it, a child process that ends late could create the
  // file again after it was deleted.
  const rowsFile = await open(rowsPath, 'r+')
  try {
    return { result: await parse(paths, options, createWriter(rowsFile, maxBytes)) }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    return {
      refusal: { field: error.field.slice(0, MAX_LENGTH), reason: error.message.slice(0, MAX_LENGTH) },
    }
  } finally {
    await rowsFile.close()
  }
}

function createWriter(file: FileHandle, maxBytes: number): WriteRows<unknown> {
  let writtenBytes = 0
  return async (rows) => {
    const lines = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    writtenBytes += lines.length
    if (writtenBytes > maxBytes)
      throw new UnreadableFileError('This file has too many rows with too much text.')
    await file.writeFile(lines)
  }
}
