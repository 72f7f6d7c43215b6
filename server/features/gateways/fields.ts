import { roundToCentavo } from '@tahanan/contract/money.ts'

export type Fields = Readonly<Record<string, unknown>>

export function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

/**
 * Converts a value to a text that PostgreSQL can store, cut to `maxLength` characters. Returns null for a
 * blank text and for any other type.
 */
export function toText(value: unknown, maxLength = 255): string | null {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return null
  const storableText = text.replaceAll('\0', '').toWellFormed().trim()
  return storableText === '' ? null : storableText.slice(0, maxLength)
}

/** Converts a value to pesos with at most two decimals. Returns null for any other value. */
export function toAmount(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  const plainNumber = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
  if (!/^\d{1,10}(\.\d{1,12})?$/.test(plainNumber)) return null
  return roundToCentavo(Number(plainNumber))
}

/**
 * Parses a time. A time without an offset is in Manila time, as gateways send it. Returns null for an invalid
 * value.
 */
export function toMoment(value: unknown): Date | null {
  const text = toText(value, 40)
  if (!text || !/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(text))
    return null
  const [day = '', clock = '00:00'] = text.split(/[T ]/)
  const clockWithZone = /(Z|[+-]\d{2}:?\d{2})$/.test(clock) ? clock : `${clock}+08:00`
  const time = new Date(`${day}T${clockWithZone}`)
  return Number.isNaN(time.getTime()) ? null : time
}
