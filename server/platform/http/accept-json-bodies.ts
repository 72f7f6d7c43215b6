import type { FastifyRequest } from 'fastify'
import { parse as parseSecurely } from 'secure-json-parse'
import { isJsonDeeperThan } from '@tahanan/contract/json-depth.ts'
import { invalidInput, PortalError } from '../errors.ts'
import type { PortalApp } from './portal-app.ts'

/**
 * Accepts JSON bodies only (415). An empty body counts as `{}`, because clients send the content type with
 * every call. Text that PostgreSQL cannot store answers 400.
 */
export function acceptJsonBodies(app: PortalApp): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => parseJsonBody(text),
  )
}

/** Rich text of 25 levels has 54. */
const MAX_DEPTH = 64

/** Throws 400 for invalid JSON, and for a body that nests more than 64 levels. */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return {}
  if (isJsonDeeperThan(text, MAX_DEPTH)) throw new PortalError('badRequest')
  const body = parseJson(text)
  const path = ESCAPES.test(text) ? findUnstorable(body) : null
  if (!path) return MAY_DECOMPOSE.test(text) ? toNfc(body) : body
  throw invalidInput({ [path.join('.')]: ['This contains characters that cannot be stored.'] })
}

/** Matches text that NFC may change, also written as escapes. */
const MAY_DECOMPOSE = /[\u0300-\uffff]|\\u[0-9a-f]{4}/i

/**
 * Returns a body with its texts in NFC (rules 13.46), except passwords: they are hashed as typed. Changes
 * objects and lists in place.
 */
function toNfc<Value>(value: Value, key?: string): Value {
  if (typeof value === 'string')
    return (key !== undefined && /password/i.test(key) ? value : value.normalize('NFC')) as Value
  if (typeof value === 'object' && value !== null)
    for (const [inner, entry] of Object.entries(value))
      (value as Record<string, unknown>)[inner] = toNfc(entry, inner)
  return value
}

function parseJson(text: string): unknown {
  try {
    return parseSecurely(text, { protoAction: 'error', constructorAction: 'error' })
  } catch {
    throw new PortalError('badRequest')
  }
}

// NUL and surrogates can only occur as escapes: raw ones are not valid JSON in UTF-8.
const ESCAPES = /\\u(0000|d[89a-f])/i

/**
 * Returns the path of the first text or key with a NUL character or an unpaired surrogate, or null. Builds
 * the path while returning, because a copy for each entry would block the process for a megabyte of lists.
 */
function findUnstorable(value: unknown): string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : []
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) {
      const found = findUnstorable(entry)
      if (found) return [String(index), ...found]
    }
    return null
  }
  for (const [key, entry] of Object.entries(value)) {
    if (!isStorable(key)) return []
    const found = findUnstorable(entry)
    if (found) return [key, ...found]
  }
  return null
}

/** PostgreSQL cannot store NUL characters and unpaired surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
