import { createHash } from 'node:crypto'
import { openPath } from '#features/imports/reading/read-lines.ts'
import { UnreadableFile, type SourcePaths, type WriteRows } from '#platform/files/parsing/parser.ts'
import type { NamedMapping } from '@tahanan/contract/billing/bank.ts'
import type { BankFile, ReadLine } from './bank-line.ts'
import { readBankFile } from './read-bank-file.ts'

/** Most refused lines stored with their reason. */
const MOST_REASONS = 200
const SLICE = 200

/** A line with the hash of its content; equal lines of a file differ by their number. */
export interface HashedLine extends ReadLine {
  readonly hash: string
}

interface Options {
  readonly mapping: NamedMapping | null
  /** Stands for the account in a file without one. */
  readonly scope: string
}

/** Parses a bank's file, the oldest line first. Runs in a child process (`parseFiles`). */
export async function parse(
  { file: path }: SourcePaths,
  { mapping, scope }: Options,
  write: WriteRows<HashedLine>,
): Promise<Pick<BankFile, 'account' | 'debits' | 'refused'>> {
  if (!path) throw new UnreadableFile('Please choose a file!')
  const { account, lines, refused, debits } = await readBankFile(openPath(path), mapping)
  const inOrder = lines.toSorted(
    (a, b) => Number(a.date > b.date) - Number(a.date < b.date) || a.line - b.line,
  )
  const hashOf = lineHasher(account ?? scope)
  for (let from = 0; from < inOrder.length; from += SLICE)
    await write(inOrder.slice(from, from + SLICE).map((line) => ({ ...line, hash: hashOf(line) })))
  return { account, debits, refused: refused.slice(0, MOST_REASONS) }
}

function lineHasher(scope: string): (line: ReadLine) => string {
  const counts = new Map<string, number>()
  return ({ date, amount, reference, description }) => {
    const same = JSON.stringify([scope, date, amount, reference, description])
    const nth = (counts.get(same) ?? 0) + 1
    counts.set(same, nth)
    return createHash('sha256').update(`${same} ${nth}`).digest('hex')
  }
}
