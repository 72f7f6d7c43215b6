import { open, type FileHandle } from 'node:fs/promises'

/** Error of an unreadable file; the message is for its uploader. */
export class UnreadableFile extends Error {
  readonly field: string

  constructor(message: string, field = '') {
    super(message)
    this.field = field
  }
}

export type SourcePaths = Readonly<Record<string, string | null>>

/** Writes rows; resolves once more can be written. */
export type WriteRows<Row> = (rows: readonly Row[]) => Promise<void>

/**
 * Parses files, writes their rows and returns a result for the files as a whole. Runs in a child process:
 * options, rows and result are plain JSON. Throws `UnreadableFile`.
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

/** Maximum characters of a field name or reason. */
const LONGEST = 500

/**
 * Runs the function `parse` of a module in a child process. Writes its rows to the empty file `rowsPath` as
 * lines of JSON, at most `mostBytes`.
 */
export async function runParser(
  module: string,
  paths: SourcePaths,
  options: unknown,
  rowsPath: string,
  mostBytes: number,
): Promise<{ readonly result: unknown } | { readonly refusal: Refusal }> {
  const { parse }: { parse: Parser<unknown, unknown, unknown> } = await import(module)
  // Not created here: a process that ends late would recreate a file that was deleted already.
  const rows = await open(rowsPath, 'r+')
  try {
    return { result: await parse(paths, options, writerOf(rows, mostBytes)) }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return { refusal: { field: error.field.slice(0, LONGEST), reason: error.message.slice(0, LONGEST) } }
  } finally {
    await rows.close()
  }
}

function writerOf(file: FileHandle, mostBytes: number): WriteRows<unknown> {
  let bytes = 0
  return async (rows) => {
    const lines = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    bytes += lines.length
    if (bytes > mostBytes) throw new UnreadableFile('This file has too many rows with too much text.')
    await file.writeFile(lines)
  }
}
