import type { FastifyRequest } from 'fastify'
import { parse as parseSecurely } from 'secure-json-parse'
import { isJsonDeeperThan } from '@tahanan/contract/json-depth.ts'
import { createInvalidInputError, PortalError } from '../errors.ts'
import type { PortalApp } from './portal-app.ts'

/**
 * Accepts only JSON bodies; others are answered by 415. An empty body counts as `{}`, because clients send
 * the content type with every call. Text that PostgreSQL cannot store is answered by 400.
 */
export function acceptJsonBodies(app: PortalApp): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => parseJsonBody(text),
  )
}

/** Maximum nesting of a JSON body. Rich text with 25 levels needs 54. */
const MAX_DEPTH = 64

/** Throws 400 if the text is invalid or has more than `MAX_DEPTH` nested levels. */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return {}
  if (isJsonDeeperThan(text, MAX_DEPTH)) throw new PortalError('badRequest')
  const body = parseJson(text)
  const path = UNSTORABLE_ESCAPES.test(text) ? findUnstorablePath(body) : null
  if (!path) return DECOMPOSABLE_TEXT.test(text) ? normalizeToNfc(body) : body
  throw createInvalidInputError({ [path.join('.')]: ['This contains characters that cannot be stored.'] })
}

/** Matches a text that NFC normalization may change. The characters may also be written as JSON escapes. */
const DECOMPOSABLE_TEXT = /[\u0300-\uffff]|\\u[0-9a-f]{4}/i

/**
 * Normalizes all texts of a body to NFC (rules 13.46). Passwords are not normalized, because they are hashed
 * as typed. Objects and lists are changed in place.
 */
function normalizeToNfc<Value>(value: Value, key?: string): Value {
  if (typeof value === 'string')
    return (key !== undefined && /password/i.test(key) ? value : value.normalize('NFC')) as Value
  if (typeof value === 'object' && value !== null)
    for (const [innerKey, entry] of Object.entries(value))
      (value as Record<string, unknown>)[innerKey] = normalizeToNfc(entry, innerKey)
  return value
}

function parseJson(text: string): unknown {
  try {
    return parseSecurely(text, { protoAction: 'error', constructorAction: 'error' })
  } catch {
    throw new PortalError('badRequest')
  }
}

// NUL and surrogates can occur only as escapes, because as raw characters they are invalid in JSON or in
// UTF-8.
const UNSTORABLE_ESCAPES = /\\u(0000|d[89a-f])/i

/**
 * Returns the path of the first text or key with a NUL character or an unpaired surrogate; null if there is
 * none. The path is built only when one is found, because building it for each value would block the process
 * on large lists.
 */
function findUnstorablePath(value: unknown): string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : []
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) {
      const unstorablePath = findUnstorablePath(entry)
      if (unstorablePath) return [String(index), ...unstorablePath]
    }
    return null
  }
  for (const [key, entry] of Object.entries(value)) {
    if (!isStorable(key)) return []
    const innerPath = findUnstorablePath(entry)
    if (innerPath) return [key, ...innerPath]
  }
  return null
}

/**
 * Returns false for text that PostgreSQL cannot store, because it has a NUL character or an unpaired
 * surrogate.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
