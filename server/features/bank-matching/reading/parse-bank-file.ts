import { createHash } from 'node:crypto'
import { openPath } from '#features/imports/reading/load-lines.ts'
import { UnreadableFileError, type SourcePaths, type WriteRows } from '#platform/files/parsing/parser.ts'
import type { BankFile, BankLine } from './bank-line.ts'
import { loadBankFile, type BankFileOptions } from './load-bank-file.ts'

const SLICE_SIZE = 200

/**
 * Bank line with a hash. If the line is imported again, its hash is equal, so it is recognised. The hash
 * includes the number of equal lines before it in the file, so equal lines of a file have different hashes.
 */
export interface HashedLine extends BankLine {
  readonly hash: string
}

interface ParseOptions extends BankFileOptions {
  /** Text that the hash of a line contains if the file does not name the account. */
  readonly scope: string
}

/** Parses a bank file and writes its lines, oldest first. Runs in a child process (see `parseFiles`). */
export async function parse(
  { file: path }: SourcePaths,
  { scope, ...options }: ParseOptions,
  write: WriteRows<HashedLine>,
): Promise<Pick<BankFile, 'debits' | 'leftOut' | 'refused'> & { readonly accounts: string[] }> {
  if (!path) throw new UnreadableFileError('Please choose a file!')
  const { lines, refused, foreignAccounts, debits, leftOut } = await loadBankFile(openPath(path), options)
  const sortedLines = lines.toSorted(
    (a, b) => Number(a.date > b.date) - Number(a.date < b.date) || a.line - b.line,
  )
  const hashLine = createLineHasher(scope)
  for (let sliceStart = 0; sliceStart < sortedLines.length; sliceStart += SLICE_SIZE)
    await write(
      sortedLines
        .slice(sliceStart, sliceStart + SLICE_SIZE)
        .map((line) => ({ ...line, hash: hashLine(line) })),
    )
  const accounts = [...new Set(lines.flatMap(({ account }) => account ?? []))]
  return { accounts, debits, leftOut, refused: [...foreignAccounts, ...refused] }
}

function createLineHasher(scope: string): (line: BankLine) => string {
  const countsByLine = new Map<string, number>()
  return ({ account, date, amount, reference, description }) => {
    const lineKey = JSON.stringify([account ?? scope, date, amount, reference, description])
    const occurrence = (countsByLine.get(lineKey) ?? 0) + 1
    countsByLine.set(lineKey, occurrence)
    return createHash('sha256').update(`${lineKey} ${occurrence}`).digest('hex')
  }
}
