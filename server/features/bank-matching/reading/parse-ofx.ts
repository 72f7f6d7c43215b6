import { addLine, parseIsoDay, parseMoney, RefusedError, type BankFile } from './bank-line.ts'
import {
  findFirstReference,
  joinDistinctWords,
  parseBankStatements,
  requirePesos,
} from './parse-bank-statements.ts'

// Names of the tags in an entry of an OFX file. Any other tag inside a name or memo is treated as text.
const ELEMENT_NAMES = `STMTTRN TRNTYPE DTPOSTED DTUSER DTAVAIL TRNAMT FITID CORRECTFITID CORRECTACTION SRVRTID CHECKNUM
  REFNUM SIC PAYEEID NAME EXTDNAME PAYEE ADDR1 ADDR2 ADDR3 CITY STATE POSTALCODE COUNTRY PHONE BANKACCTTO CCACCTTO
  BANKID BRANCHID ACCTID ACCTTYPE ACCTKEY MEMO IMAGEDATA CURRENCY ORIGCURRENCY CURRATE CURSYM INV401KSOURCE`
const ELEMENT_PATTERN = `</?(?:${ELEMENT_NAMES.split(/\s+/).join('|')}|[A-Z]+\\.[A-Z0-9.]+)>`

export const parseOfx = (text: string, today: string): BankFile =>
  parseBankStatements(text, today, {
    rootTag: 'OFX',
    statements: ['STMTRS', 'CCSTMTRS', 'INVSTMTRS'],
    entry: 'STMTTRN',
    findAccount: (head) => ({
      account: ['BANKID', 'BROKERID', 'ACCTID']
        .map((name) => getField(head, name))
        .filter(Boolean)
        .join(' '),
      currency: getField(head, 'CURDEF'),
    }),
    readEntry: (entry, file, origin) => addLine(file, origin, () => parseEntry(entry)),
  })

function parseEntry(entry: string) {
  if ([...entry.matchAll(/<(?:TRNAMT|DTPOSTED)>/gi)].length > 2)
    throw new RefusedError('This entry has two amounts or dates.')
  const getEntryField = (name: string) => getField(entry, name)
  const currency = /<CURRENCY>([\s\S]*?)(?:<\/CURRENCY>|$)/i.exec(entry)?.[1]
  if (currency !== undefined) requirePesos(getField(currency, 'CURSYM') || currency)
  const amount = parseAmount(getEntryField('TRNAMT'))
  if (amount > 0 && /^debit$/i.test(getEntryField('TRNTYPE')))
    throw new RefusedError('The type is DEBIT, but the amount is not below zero.')
  return {
    date: parseIsoDay(getEntryField('DTPOSTED')),
    amount,
    fee: 0,
    reference: findFirstReference(getEntryField('REFNUM'), getEntryField('CHECKNUM'), getEntryField('FITID')),
    description: joinDistinctWords(getText(entry, 'NAME'), getText(entry, 'MEMO')),
  }
}

/**
 * Parses an amount with a point or a comma as the decimal sign. Throws `RefusedError` for `25,000`, which may
 * mean 25 or 25 thousand.
 */
function parseAmount(text: string): number {
  const comma = text.lastIndexOf(',')
  const isDecimal = comma > text.lastIndexOf('.') && text.indexOf(',') === comma
  if (text === '') throw new RefusedError('The amount is missing.')
  return parseMoney(text, isDecimal ? ',' : '.')
}

const getField = (text: string, name: string): string =>
  unescapeEntities(new RegExp(`<${name}>\\s*([^<\\r\\n]+)`, 'i').exec(text)?.[1] ?? '').trim()

function getText(entry: string, name: string): string {
  const text = new RegExp(`<${name}>([\\s\\S]*?)(?=${ELEMENT_PATTERN}|$)`, 'i').exec(entry)?.[1] ?? ''
  const plainText = text
    .split(/<!\[CDATA\[([\s\S]*?)\]\]>/)
    .map((part, n) => (n % 2 === 1 ? part : unescapeEntities(part)))
  // Replaces an unreadable character by `?` instead of refusing the line, because the amount is readable.
  return plainText.join('').toWellFormed().replaceAll('\ufffd', '?').trim()
}

const ENTITY_CHARACTERS: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

function unescapeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITY_CHARACTERS[String(name).toLowerCase()] ?? String(entity)
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : String(entity)
  })
}
