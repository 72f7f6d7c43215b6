import { shortenCell } from '#features/imports/reading/parse-amount.ts'
import { UnreadableFileError } from '#platform/files/parsing/parser.ts'
import { addLine, createBankFile, RefusedError, type BankFile, type LineOrigin } from './bank-line.ts'

export const CURRENCY = 'PHP'
const MAX_ENTRY_LENGTH = 64 * 1024
const MAX_HEAD_LENGTH = 20_000
const CUT_OFF_MESSAGE = 'This file ends in the middle. Please download it again.'

interface StatementFormat {
  readonly rootTag: string
  readonly statements: readonly string[]
  readonly entry: string
  readonly findAccount: (head: string) => { readonly account: string; readonly currency: string }
  readonly readEntry: (entry: string, file: BankFile, origin: LineOrigin) => void
}

/**
 * Parses a bank file that may contain statements of several accounts. `line` is the number of an entry in the
 * file. Skips accounts in other currencies and lists them by name. Throws `UnreadableFileError` if the file
 * is cut off, or if no account is in pesos.
 */
export function parseBankStatements(
  text: string,
  today: string,
  { rootTag, statements, entry: name, findAccount, readEntry }: StatementFormat,
): BankFile {
  if (findLastIndex(text, `</(?:\\w+:)?${rootTag}>`) < findLastIndex(text, `<(?:\\w+:)?${name}>`))
    throw new UnreadableFileError(CUT_OFF_MESSAGE)
  const file = createBankFile(today)
  const foreignCurrencies: string[] = []
  let line = 0
  let pesoStatementCount = 0
  for (const statement of splitStatements(text, statements)) {
    const firstEntryIndex = new RegExp(`<(?:\\w+:)?${name}>`, 'i').exec(statement)?.index ?? -1
    const { account, currency } = findAccount(
      statement.slice(
        0,
        firstEntryIndex === -1 ? MAX_HEAD_LENGTH : Math.min(firstEntryIndex, MAX_HEAD_LENGTH),
      ),
    )
    const firstLine = line + 1
    const isForeign = currency !== '' && currency.toUpperCase() !== CURRENCY
    if (isForeign) foreignCurrencies.push(currency)
    else pesoStatementCount += 1
    for (const entry of splitEntries(statement, name)) {
      line += 1
      if (account === '') throw new UnreadableFileError('This file names no account.')
      if (isForeign) continue
      const origin = { line, account, raw: entry.replaceAll('\0', '') }
      if (entry.length > MAX_ENTRY_LENGTH)
        addLine(file, { ...origin, raw: '' }, () => throwRefusedError('longer than 64 kB'))
      else if (findLastIndex(entry, `<(?:\\w+:)?${name}>`) > 0)
        addLine(file, origin, () => throwRefusedError('without an end'))
      else readEntry(entry, file, origin)
    }
    if (isForeign && line >= firstLine)
      file.foreignAccounts.push({
        line: firstLine,
        reason: `The account ${shortenCell(account)} is in ${shortenCell(currency)}, not in ${CURRENCY}, and left out.`,
      })
  }
  if (line === 0) throw new UnreadableFileError('This file has no entries.')
  if (pesoStatementCount === 0)
    throw new UnreadableFileError(
      `This file is in ${shortenCell(foreignCurrencies[0] ?? '')}, not in ${CURRENCY}.`,
    )
  return file
}

function throwRefusedError(reason: string): never {
  throw new RefusedError(`This entry is ${reason}.`)
}

function findLastIndex(text: string, pattern: string): number {
  let lastIndex = -1
  for (const { index } of text.matchAll(new RegExp(pattern, 'gi'))) lastIndex = index
  return lastIndex
}

function* splitStatements(text: string, names: readonly string[]): Generator<string> {
  const statementStarts = [...text.matchAll(new RegExp(`<(?:\\w+:)?(?:${names.join('|')})>`, 'gi'))].map(
    ({ index }) => index,
  )
  if (statementStarts.length === 0) yield text
  for (const [n, statementStart] of statementStarts.entries())
    yield text.slice(statementStart, statementStarts[n + 1])
}

function* splitEntries(text: string, name: string): Generator<string> {
  const beginTag = new RegExp(`<(?:\\w+:)?${name}>`, 'gi')
  const endTag = new RegExp(`</(?:\\w+:)?${name}>`, 'gi')
  for (let beginMatch = beginTag.exec(text); beginMatch; beginMatch = beginTag.exec(text)) {
    endTag.lastIndex = beginTag.lastIndex
    if (!endTag.exec(text)) throw new UnreadableFileError(CUT_OFF_MESSAGE)
    yield text.slice(beginMatch.index, endTag.lastIndex)
    beginTag.lastIndex = endTag.lastIndex
  }
}

export const findFirstReference = (...references: readonly string[]): string =>
  references.find(
    (reference) => !/^(?:[0\W_]*|not ?provided|nonref|none|n\/?a|null)$/i.test(reference.trim()),
  ) ?? ''

export const joinDistinctWords = (...texts: string[]): string =>
  [...new Set(texts.filter((text) => text !== ''))].join(' ')

export function requirePesos(currency: string): void {
  if (currency.trim().toUpperCase() !== CURRENCY)
    throw new RefusedError(`The amount is in ${shortenCell(currency)}, not in ${CURRENCY}.`)
}
