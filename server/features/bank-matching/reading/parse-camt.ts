import { XMLParser } from 'fast-xml-parser'
import { shortenCell } from '#features/imports/reading/parse-amount.ts'
import { UnreadableFileError } from '#platform/files/parsing/parser.ts'
import { addLine, parseIsoDay, parseMoney, RefusedError, type BankFile } from './bank-line.ts'
import {
  CURRENCY,
  findFirstReference,
  joinDistinctWords,
  parseBankStatements,
  requirePesos,
} from './parse-bank-statements.ts'

type Node = string | { readonly [name: string]: Node | readonly Node[] }

interface EntryPart {
  readonly details: Node
  readonly amount: Node
  /** `CRDT` for incoming money, `DBIT` for outgoing money. */
  readonly direction: string
}

// Statuses of entries that the bank has not booked yet. They are skipped, because a later file contains them
// again once they are booked.
const UNBOOKED_STATUSES = ['PDNG', 'INFO', 'FUTR']
const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#',
})

/**
 * Returns the booked entries of a camt.053 file. Splits a collective entry into its transactions if their
 * amounts add up to the entry's amount. Throws `UnreadableFileError`.
 */
export function parseCamt(text: string, today: string): BankFile {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new UnreadableFileError('This file defines entities, which no bank does.')
  return parseBankStatements(text, today, {
    rootTag: 'Document',
    statements: ['Stmt'],
    entry: 'Ntry',
    findAccount: (head) => {
      const account = /<(?:\w+:)?Acct>([\s\S]*?)<\/(?:\w+:)?Acct>/.exec(head)?.[1] ?? ''
      return {
        account: /<(?:\w+:)?(?:IBAN|Id)>\s*([^<\s][^<]*)</.exec(account)?.[1]?.trim() ?? '',
        currency: /<(?:\w+:)?Ccy>\s*([^<\s]+)/.exec(account)?.[1] ?? '',
      }
    },
    readEntry: (text, file, origin) => {
      let entry: Node = ''
      let entryParts: EntryPart[] | undefined
      try {
        entry = parseXml(text).Ntry ?? ''
        entryParts = splitBatchEntry(entry)
      } catch (error) {
        addLine(file, origin, () => {
          throw error
        })
      }
      for (const entryPart of entryParts ?? []) addLine(file, origin, () => parseLine(entry, entryPart))
    },
  })
}

function parseLine(entry: Node, { details, amount, direction }: EntryPart) {
  requirePesos(getText(amount, '@Ccy'))
  const status = getText(entry, 'Sts', 'Cd') || getText(entry, 'Sts', 'Prtry') || getText(entry, 'Sts')
  if (UNBOOKED_STATUSES.includes(status)) return null
  if (status !== 'BOOK')
    throw new RefusedError(`The status is ${shortenCell(status) || 'missing'}, not BOOK.`)
  if (direction !== 'CRDT' && direction !== 'DBIT')
    throw new RefusedError(`The entry is neither CRDT nor DBIT: ${shortenCell(direction) || 'missing'}.`)
  const isIncoming = direction === 'CRDT' && !/^(?:true|1)$/.test(getText(entry, 'RvslInd'))
  const centavos = toCentavos(amount)
  return {
    date: parseIsoDay(
      getText(entry, 'BookgDt', 'Dt') ||
        getText(entry, 'BookgDt', 'DtTm') ||
        getText(entry, 'ValDt', 'Dt') ||
        getText(entry, 'ValDt', 'DtTm'),
    ),
    amount: isIncoming ? centavos : -centavos,
    fee: 0,
    reference: findFirstReference(
      getText(details, 'Refs', 'EndToEndId'),
      getText(details, 'Refs', 'TxId'),
      getText(details, 'Refs', 'AcctSvcrRef'),
      getText(entry, 'AcctSvcrRef'),
      getText(entry, 'NtryRef'),
    ),
    description: joinDistinctWords(
      getText(details, 'RltdPties', 'Dbtr', 'Nm') || getText(details, 'RltdPties', 'Dbtr', 'Pty', 'Nm'),
      ...listChildren(findNode(details, 'RmtInf'), 'Ustrd').map((remittanceNode) => getText(remittanceNode)),
      getText(details, 'AddtlTxInf'),
      getText(entry, 'AddtlNtryInf'),
    ),
  }
}

function splitBatchEntry(entry: Node): EntryPart[] {
  const transactionDetails = listChildren(entry, 'NtryDtls').flatMap((details) =>
    listChildren(details, 'TxDtls'),
  )
  const [singleDetails = ''] = transactionDetails.length === 1 ? transactionDetails : []
  const direction = getText(entry, 'CdtDbtInd')
  const wholeEntry = { details: singleDetails, amount: findNode(entry, 'Amt'), direction }
  const entryParts = transactionDetails.map((details) => ({
    details,
    amount: findNode(details, 'Amt') || findNode(details, 'AmtDtls', 'TxAmt', 'Amt'),
    direction: getText(details, 'CdtDbtInd') || direction,
  }))
  return entryParts.length > 1 && isSumOfParts(entryParts, wholeEntry) ? entryParts : [wholeEntry]
}

function isSumOfParts(entryParts: readonly EntryPart[], wholeEntry: EntryPart): boolean {
  if (entryParts.some(({ amount }) => getText(amount, '@Ccy') !== CURRENCY)) return false
  const toSignedCentavos = ({ amount, direction }: EntryPart) =>
    (direction === 'DBIT' ? -1 : 1) * toCentavos(amount)
  try {
    return entryParts.reduce((sum, part) => sum + toSignedCentavos(part), 0) === toSignedCentavos(wholeEntry)
  } catch (error) {
    if (error instanceof RefusedError) return false
    throw error
  }
}

/**
 * Converts an amount to centavos. Throws `RefusedError` unless it has a decimal point and no thousands
 * separators.
 */
function toCentavos(amount: Node): number {
  const text = getText(amount, '#').trim()
  if (text === '') throw new RefusedError('The amount is missing.')
  return parseMoney(text.replace(/(\.\d{2})0+$/, '$1'), '.')
}

function parseXml(text: string): { readonly [name: string]: Node } {
  try {
    return parser.parse(text) as { readonly [name: string]: Node }
  } catch {
    throw new RefusedError('This entry cannot be read.')
  }
}

function listChildren(node: Node, name: string): readonly Node[] {
  const childValue = typeof node === 'object' && Object.hasOwn(node, name) ? node[name] : undefined
  return childValue === undefined ? [] : Array.isArray(childValue) ? childValue : [childValue as Node]
}

const findNode = (node: Node, ...path: string[]): Node =>
  path.reduce((currentNode, name) => listChildren(currentNode, name)[0] ?? '', node)

function getText(node: Node = '', ...path: string[]): string {
  const foundNode = findNode(node, ...path)
  const text = typeof foundNode === 'object' ? findNode(foundNode, '#') : foundNode
  return typeof text === 'string' ? text : ''
}
