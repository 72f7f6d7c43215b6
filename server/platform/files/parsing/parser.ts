import { open, type FileHandle } from 'node:fs/promises'

/** A file that cannot be read at all; the message is for the person who uploaded it. */
export class UnreadableFile extends Error {
  /** Field of the call that names the file; the only one where it is empty. */
  readonly field: string

  constructor(message: string, field = '') {
    super(message)
    this.field = field
  }
}

/** Paths of the files that a parser reads, by the fields that name them; null where none is given. */
export type SourcePaths = Readonly<Record<string, string | null>>

/** Passes rows on; resolves once there is room for more. */
export type WriteRows<Row> = (rows: readonly Row[]) => Promise<void>

/**
 * Reads files and passes on their rows; returns what is told of the files as a whole. Runs in a child process, so options, rows and
 * result are plain JSON. Throws `UnreadableFile`.
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

/** Longest name of a field and reason, in characters. */
const LONGEST = 500

/**
 * Runs the parser that a module exports as `parse`, with a file for its rows: each as a line of JSON, all together of at most so many
 * bytes. Runs in a child process.
 */
export async function runParser(
  module: string,
  paths: SourcePaths,
  options: unknown,
  rowsPath: string,
  mostBytes: number,
): Promise<{ readonly result: unknown } | { readonly refusal: Refusal }> {
  const { parse }: { parse: Parser<unknown, unknown, unknown> } = await import(module)
  const rows = await open(rowsPath, 'wx', 0o600)
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
