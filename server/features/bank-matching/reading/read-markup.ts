import { XMLParser } from 'fast-xml-parser'
import { shown } from '#features/imports/reading/amounts.ts'
import { UnreadableFile } from '#platform/files/parsing/parser.ts'
import { addLine, readDay, readMoney, RefusedError, type BankFile } from './bank-line.ts'

/** An element: its text, or its children by name. */
type Node = string | { readonly [name: string]: Node | readonly Node[] }

const CURRENCY = 'PHP'
const LONGEST_ENTRY = 64 * 1024
/** Characters before the entries that are searched for the account. */
const HEAD = 20_000
const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#',
})

/**
 * Reads OFX, SGML (1.x, whose fields have no end tags, so these are added) or XML (2.x). Throws
 * `UnreadableFile` for another currency.
 */
export function readOfx(text: string): BankFile {
  const head = text.slice(0, HEAD)
  const first = (name: string) => new RegExp(`<${name}>\\s*([^<\\r\\n]+)`, 'i').exec(head)?.[1]?.trim() ?? ''
  const currency = first('CURDEF')
  if (currency !== '' && currency.toUpperCase() !== CURRENCY)
    throw new UnreadableFile(`This file is in ${shown(currency)}, not in ${CURRENCY}.`)
  const account = ['BANKID', 'ACCTID'].map(first).filter(Boolean).join(' ')
  return readEntries(text, 'STMTTRN', account, (entry, file, place) => {
    const closed = entry.replaceAll(/<([A-Z0-9.]+)>[ \t]*([^<\s][^<\r\n]*)(?:<\/\1>)?/gi, '<$1>$2</$1>')
    addLine(file, place, () => {
      const { STMTTRN } = parse(closed)
      const field = (name: string) => textAt(STMTTRN, name)
      return {
        date: readDay(field('DTPOSTED'), 'MDY'),
        amount: readMoney(field('TRNAMT'), field('TRNAMT').includes(',') ? ',' : '.'),
        fee: 0,
        reference: field('REFNUM') || field('CHECKNUM') || field('FITID'),
        description: joinDistinct(field('NAME'), field('MEMO')),
      }
    })
  })
}

/** Reads camt.053: a line for each entry, or for each transaction of a batch that lists their amounts. */
export function readCamt(text: string): BankFile {
  const account = /<(?:\w+:)?Acct>([\s\S]*?)<\/(?:\w+:)?Acct>/.exec(text.slice(0, HEAD))?.[1] ?? ''
  const id = /<(?:\w+:)?(?:IBAN|Id)>\s*([^<\s][^<]*)</.exec(account)?.[1]?.trim() ?? ''
  return readEntries(text, 'Ntry', id, (entry, file, place) => {
    let parts: { entry: Node; details: Node; amount: Node }[] = []
    try {
      const { Ntry = '' } = parse(entry)
      const all = listOf(Ntry, 'NtryDtls').flatMap((details) => listOf(details, 'TxDtls'))
      const priced = all.map((details) => ({ entry: Ntry, details, amount: amountOf(details) }))
      const each = priced.length > 1 && priced.every(({ amount }) => amount !== '')
      const [only = ''] = all.length === 1 ? all : []
      parts = each ? priced : [{ entry: Ntry, details: only, amount: part(Ntry, 'Amt') }]
    } catch (error) {
      addLine(file, place, () => {
        throw error
      })
    }
    for (const one of parts) addLine(file, place, () => camtLine(one))
  })
}

function camtLine({ entry, details, amount }: { entry: Node; details: Node; amount: Node }) {
  const currency = textAt(amount, '@Ccy')
  if (currency !== CURRENCY)
    throw new RefusedError(`The amount is in ${shown(currency)}, not in ${CURRENCY}.`)
  const isIn = textAt(entry, 'CdtDbtInd') === 'CRDT'
  const isBooked = (textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')) !== 'PDNG'
  const money = readMoney(textAt(amount, '#'), '.')
  return {
    date: readDay(
      textAt(entry, 'BookgDt', 'Dt') || textAt(entry, 'BookgDt', 'DtTm') || textAt(entry, 'ValDt', 'Dt'),
      'MDY',
    ),
    // pending entries come again once booked
    amount: isIn && isBooked && textAt(entry, 'RvslInd') !== 'true' ? money : -money,
    fee: 0,
    reference:
      unlessNotProvided(textAt(details, 'Refs', 'EndToEndId')) ||
      unlessNotProvided(textAt(details, 'Refs', 'TxId')) ||
      textAt(details, 'Refs', 'AcctSvcrRef') ||
      textAt(entry, 'AcctSvcrRef') ||
      textAt(entry, 'NtryRef'),
    description: joinDistinct(
      textAt(details, 'RltdPties', 'Dbtr', 'Nm') || textAt(details, 'RltdPties', 'Dbtr', 'Pty', 'Nm'),
      ...listOf(part(details, 'RmtInf'), 'Ustrd').map((words) => textAt(words)),
      textAt(details, 'AddtlTxInf'),
      textAt(entry, 'AddtlNtryInf'),
    ),
  }
}

const unlessNotProvided = (name: string): string => (name === 'NOTPROVIDED' ? '' : name)

const amountOf = (details: Node): Node => part(details, 'Amt') || part(details, 'AmtDtls', 'TxAmt', 'Amt')

type EntryReader = (entry: string, file: BankFile, place: { line: number; raw: string }) => void

/** Reads the entries one by one; the line is the entry's number. */
function readEntries(text: string, name: string, account: string, read: EntryReader): BankFile {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new UnreadableFile('This file defines entities, which no bank does.')
  const file: BankFile = { account, lines: [], refused: [], debits: 0 }
  if (account === '') throw new UnreadableFile('This file names no account.')
  let line = 0
  for (const entry of entriesOf(text, name)) {
    line += 1
    if (entry.length > LONGEST_ENTRY) addLine(file, { line, raw: '' }, refuseLength)
    else read(entry, file, { line, raw: entry.replaceAll('\0', '') })
  }
  if (line === 0) throw new UnreadableFile('This file has no entries.')
  return file
}

function refuseLength(): never {
  throw new RefusedError('This entry is longer than 64 kB.')
}

/** Yields the elements of a name in one pass over the text. */
function* entriesOf(text: string, name: string): Generator<string> {
  const begin = new RegExp(`<(?:\\w+:)?${name}>`, 'gi')
  const end = new RegExp(`</(?:\\w+:)?${name}>`, 'gi')
  for (let from = begin.exec(text); from; from = begin.exec(text)) {
    end.lastIndex = begin.lastIndex
    if (!end.exec(text)) return
    yield text.slice(from.index, end.lastIndex)
    begin.lastIndex = end.lastIndex
  }
}

function parse(text: string): { readonly [name: string]: Node } {
  try {
    return parser.parse(text) as { readonly [name: string]: Node }
  } catch {
    throw new RefusedError('This entry cannot be read.')
  }
}

function listOf(node: Node, name: string): readonly Node[] {
  const found = typeof node === 'object' && Object.hasOwn(node, name) ? node[name] : undefined
  return found === undefined ? [] : Array.isArray(found) ? found : [found as Node]
}

const part = (node: Node, ...path: string[]): Node =>
  path.reduce((inner, name) => listOf(inner, name)[0] ?? '', node)

function textAt(node: Node = '', ...path: string[]): string {
  const found = part(node, ...path)
  const text = typeof found === 'object' ? part(found, '#') : found
  return typeof text === 'string' ? text : ''
}

const joinDistinct = (...words: string[]): string =>
  [...new Set(words.filter((word) => word !== ''))].join(' ')
