import { parseMonth } from '../reading/parse-date.ts'

const HIDDEN_CHARACTERS = /[\p{Cf}\p{Cc}]/gu
const NUMBER = /^\d+(?:\.\d+)?(?:e\+?\d{1,2})?$/i
const SCIENTIFIC_NUMBER = /^\d(?:\.(\d+))?e\+\d{1,3}$/i
/**
 * Date formats into which a spreadsheet may convert a client code such as `1-2`: `2-Jan`, `Jan-02`,
 * `2-Jan-26`, `1/2/2026`, `2026-01-02 00:00`.
 */
const NAMED_DATE = /^(?:\d{1,2}-[A-Z][a-z]{2}(?:-\d{2,4})?|[A-Z][a-z]{2}-\d{2,4})$/
const FULL_DATE = /^(?:\d{1,2}[-/]\d{1,2}[-/]\d{4}|\d{4}[-/]\d{1,2}[-/]\d{1,2})(?: [\d:]+(?: [AP]M)?)?$/i
const TOTAL = /(?<!\p{L})(?:(?:sub)?totals?|kabuuan)(?!\p{L})/iu
/** Digits of a number that a spreadsheet retains. It replaces further digits by zeros. */
const MAX_SIGNIFICANT_DIGITS = 15
const MIN_SCIENTIFIC_DIGITS = 10
const DECIMAL_COUNTS = [0, 1, 2, 3, 4, 5]

/**
 * Normalizes a code, so that codes that look alike become equal: removes invisible characters and leading
 * zeros, and replaces all separators by `-`.
 */
const normalizeAppearance = (code: string): string =>
  code
    .normalize('NFKC')
    .replaceAll(HIDDEN_CHARACTERS, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/(?<!\d)-|-(?!\d)/g, '')
    .replaceAll(/(?<!\d)0+(?=\d)/g, '')

function toSpreadsheetNumber(code: string): string {
  const value = /e/i.test(code) ? BigInt(Math.round(Number(code))).toString() : code
  const [wholePart = '', decimals = ''] = value.split('.')
  const significantDigits = wholePart.replace(/^0+(?=\d)/, '')
  const storedDigits = significantDigits
    .slice(0, MAX_SIGNIFICANT_DIGITS)
    .padEnd(significantDigits.length, '0')
  return decimals.replace(/0+$/, '') === '' ? storedDigits : `${storedDigits}.${decimals.replace(/0+$/, '')}`
}

/**
 * Returns the sorted numbers of a code that looks like a date, so that `1-2`, `Jan-02` and `02/01` become
 * equal; else null.
 */
function toSortedParts(code: string): string | null {
  const dateParts = code
    .split(/[-/. ]/)
    .map((part) => (/^\d{1,4}$/.test(part) ? Number(part) % 100 : parseMonth(part)))
  const isDate = (dateParts.length === 2 || dateParts.length === 3) && dateParts.every((part) => part > 0)
  return isDate ? dateParts.toSorted((a, b) => a - b).join('-') : null
}

function listPossibleDates(code: string): string[] {
  const [day = ''] = code.split(' ')
  if (NAMED_DATE.test(code)) {
    const [first = '', second = '', year] = code.split('-')
    return year === undefined ? [code] : [code, `${first}-${second}`]
  }
  if (!FULL_DATE.test(code)) return []
  return [day, day.replace(/^\d{4}[-/]|[-/]\d{4}$/, '')]
}

/**
 * Returns keys that find a tenant's code even if a spreadsheet changed it in a file: all forms into which the
 * spreadsheet may have converted it.
 */
function listTenantKeys(code: string): string[] {
  const keys = [normalizeAppearance(code)]
  if (NUMBER.test(code)) {
    const number = toSpreadsheetNumber(code)
    keys.push(`number ${number}`)
    if (number.length >= MIN_SCIENTIFIC_DIGITS || /e/i.test(code))
      for (const decimals of DECIMAL_COUNTS) keys.push(`scientific ${Number(code).toExponential(decimals)}`)
  }
  const sortedDate = toSortedParts(code)
  return sortedDate === null ? keys : [...keys, `date ${sortedDate}`]
}

/**
 * Returns the keys with which a code in a file is searched among the tenants' codes: all codes from which a
 * spreadsheet may have produced it.
 */
function listFileKeys(code: string): string[] {
  const keys = [normalizeAppearance(code)]
  if (NUMBER.test(code)) keys.push(`number ${toSpreadsheetNumber(code)}`)
  const scientificMatch = SCIENTIFIC_NUMBER.exec(code)
  if (scientificMatch) keys.push(`scientific ${Number(code).toExponential(scientificMatch[1]?.length ?? 0)}`)
  return [...keys, ...listPossibleDates(code).map((date) => `date ${toSortedParts(date)}`)]
}

export interface NamedCode {
  readonly code: string
  readonly name: string
}

/**
 * Returns a function that checks an unknown code in a file. It returns the reason why the code probably is no
 * new tenant: it resembles another tenant's code, a spreadsheet may have changed it, or its row is a total.
 * It returns null for other codes.
 */
export function createCodeChecker(tenants: Iterable<NamedCode>) {
  const tenantsByKey = new Map<string, NamedCode>()
  for (const tenant of tenants) for (const key of listTenantKeys(tenant.code)) tenantsByKey.set(key, tenant)
  return ({ code, name }: NamedCode): { readonly reason: string; readonly resembled?: string } | null => {
    const hiddenCharactersNote =
      code.search(HIDDEN_CHARACTERS) >= 0 ? 'The code has characters that cannot be seen. ' : ''
    const tenant = listFileKeys(code).flatMap((key) => tenantsByKey.get(key) ?? [])[0]
    if (tenant) {
      const reason = `${hiddenCharactersNote}No tenant has this code. It resembles ${tenant.code}, ${tenant.name}.`
      return { reason: reason.replace(/, \.$/, '.'), resembled: tenant.code }
    }
    if (hiddenCharactersNote !== '') return { reason: hiddenCharactersNote.trim() }
    if (SCIENTIFIC_NUMBER.test(code) || listPossibleDates(code).length > 0)
      return { reason: 'A spreadsheet may have changed this code.' }
    return TOTAL.test(code) || TOTAL.test(name) ? { reason: 'This may be a total, not a tenant.' } : null
  }
}
