import { type CustomTypesConfig, types } from 'pg'

const { builtins } = types
const INT8_ARRAY = 1016

/**
 * How column values become JavaScript values: bigint and numeric as numbers (ids stay far below 2^53; money has two
 * decimals and at most ten digits before them, which a double holds exactly enough to round back), dates without a time
 * as their text `YYYY-MM-DD` (a Date would shift them by the machine's zone), timestamptz as Date.
 */
export const valueParsers: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === builtins.INT8) return parseInt8
      if (oid === builtins.NUMERIC) return Number
      if (oid === builtins.DATE) return (text: string) => text
      if (oid === INT8_ARRAY) return parseInt8Array
    }
    return types.getTypeParser(oid, format as 'text')
  },
}

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
