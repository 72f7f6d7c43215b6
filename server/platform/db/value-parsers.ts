import { type CustomTypesConfig, types } from 'pg'

const { builtins } = types
const INT8_ARRAY = 1016

/**
 * Parsers of column values: bigint and numeric become numbers (ids stay far below 2^53; money has two
 * decimals and at most ten digits before them, which a double holds exactly enough to round back), dates without a time
 * as their text `YYYY-MM-DD` (a Date would shift them by the machine's zone), timestamptz as Date.
 */
export const valueParsers: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === builtins.INT8) return parseInt8
      if (oid === builtins.NUMERIC) return Number
      if (oid === builtins.DATE) return (text: string) => text
      if (oid === builtins.TIMESTAMPTZ) return parseInstant
      if (oid === INT8_ARRAY) return parseInt8Array
    }
    return types.getTypeParser(oid, format as 'text')
  },
}

const driversParser = types.getTypeParser(builtins.TIMESTAMPTZ, 'text')

/**
 * `2026-11-21 12:30:00.123456+08` as a Date. The engine's own parser reads it in a third of the time that the driver's takes, and
 * a page of tickets holds fifty; what is written otherwise (before Christ, infinity, offsets with minutes) the driver reads.
 */
export function parseInstant(text: string): Date {
  const offset = text.length - 3
  const sign = text.charCodeAt(offset)
  if ((sign !== PLUS && sign !== MINUS) || text.charCodeAt(10) !== SPACE) return driversParser(text) as Date
  return new Date(`${text.slice(0, 10)}T${text.slice(11)}:00`)
}
const [PLUS, MINUS, SPACE] = [43, 45, 32]

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The bigint ${text} does not fit into a JavaScript number.`)
  return value
}

function parseInt8Array(text: string): (number | null)[] {
  const values = types.getTypeParser(INT8_ARRAY as number, 'text')(text) as (string | null)[]
  return values.map((value) => (value === null ? null : parseInt8(value)))
}
