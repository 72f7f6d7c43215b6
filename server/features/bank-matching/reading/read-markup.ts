import { XMLParser } from 'fast-xml-parser'
import { shown } from '#features/imports/reading/amounts.ts'
import { UnreadableFile } from '#platform/files/parsing/parser.ts'
import { addLine, readDay, readMoney, RefusedError, type BankFile } from './bank-line.ts'

/** An element: its text, or its parts by name. */
type Node = string | { readonly [name: string]: Node | readonly Node[] }

const CURRENCY = 'PHP'
/** Longest entry, in characters. */
const LONGEST_ENTRY = 64 * 1024
/** Characters before the entries in which the account is named. */
const HEAD = 20_000
const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#',
})

/**
 * Reads OFX of either kind: 1.x is SGML, whose fields have no end, so each is given one. Throws `UnreadableFile` for another
 * currency.
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
      const field = (name: string) => at(STMTTRN, name)
      return {
        date: readDay(field('DTPOSTED'), 'MDY'),
        amount: readMoney(field('TRNAMT'), field('TRNAMT').includes(',') ? ',' : '.'),
        fee: 0,
        reference: field('REFNUM') || field('CHECKNUM') || field('FITID'),
        description: joined(field('NAME'), field('MEMO')),
      }
    })
  })
}

/** Reads camt.053: a line for each entry, or for each of the transactions that a booked batch lists with their amounts. */
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
  const currency = at(amount, '@Ccy')
  if (currency !== CURRENCY)
    throw new RefusedError(`The amount is in ${shown(currency)}, not in ${CURRENCY}.`)
  const isIn = at(entry, 'CdtDbtInd') === 'CRDT'
  const isBooked = (at(entry, 'Sts', 'Cd') || at(entry, 'Sts')) !== 'PDNG'
  const money = readMoney(at(amount, '#'), '.')
  return {
    date: readDay(
      at(entry, 'BookgDt', 'Dt') || at(entry, 'BookgDt', 'DtTm') || at(entry, 'ValDt', 'Dt'),
      'MDY',
    ),
    // what is pending comes again once it is booked
    amount: isIn && isBooked && at(entry, 'RvslInd') !== 'true' ? money : -money,
    fee: 0,
    reference:
      named(at(details, 'Refs', 'EndToEndId')) ||
      named(at(details, 'Refs', 'TxId')) ||
      at(details, 'Refs', 'AcctSvcrRef') ||
      at(entry, 'AcctSvcrRef') ||
      at(entry, 'NtryRef'),
    description: joined(
      at(details, 'RltdPties', 'Dbtr', 'Nm') || at(details, 'RltdPties', 'Dbtr', 'Pty', 'Nm'),
      ...listOf(part(details, 'RmtInf'), 'Ustrd').map((words) => at(words)),
      at(details, 'AddtlTxInf'),
      at(entry, 'AddtlNtryInf'),
    ),
  }
}

const named = (name: string): string => (name === 'NOTPROVIDED' ? '' : name)

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

/** Finds elements by name, without looking at anything twice. */
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

/** Returns the parts of a name, none where there is none. */
function listOf(node: Node, name: string): readonly Node[] {
  const found = typeof node === 'object' && Object.hasOwn(node, name) ? node[name] : undefined
  return found === undefined ? [] : Array.isArray(found) ? found : [found as Node]
}

/** Returns the first part at the end of a path; empty where there is none. */
const part = (node: Node, ...path: string[]): Node =>
  path.reduce((inner, name) => listOf(inner, name)[0] ?? '', node)

/** Returns the text at the end of a path; empty where there is none. */
function at(node: Node = '', ...path: string[]): string {
  const found = part(node, ...path)
  const text = typeof found === 'object' ? part(found, '#') : found
  return typeof text === 'string' ? text : ''
}

const joined = (...words: string[]): string => [...new Set(words.filter((word) => word !== ''))].join(' ')
