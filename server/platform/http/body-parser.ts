import type { FastifyRequest } from 'fastify'
import { parse as parseSecurely } from 'secure-json-parse'
import { invalidInput, PortalError } from '../errors.ts'
import type { PortalApp } from './portal-app.ts'

/**
 * Reads JSON bodies, and nothing else: what is not JSON answers 415. A call without a body counts as an empty one,
 * because browsers' clients send the content type with every call. Text that PostgreSQL cannot store answers 400 here,
 * once for all calls.
 */
export function readJsonBodies(app: PortalApp): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => parseJsonBody(text),
  )
}

/** Parses the text of a body. Throws 400. */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return {}
  const body = parseJson(text)
  const path = ESCAPES.test(text) ? unstorable(body) : null
  if (!path) return body
  throw invalidInput({ [path.join('.')]: ['This contains characters that cannot be stored.'] })
}

function parseJson(text: string): unknown {
  try {
    return parseSecurely(text, { protoAction: 'error', constructorAction: 'error' })
  } catch {
    throw new PortalError('badRequest')
  }
}

// NUL and surrogates can only come in as escapes: raw, neither is valid JSON in UTF-8.
const ESCAPES = /\\u(0000|d[89a-f])/i

/** No call needs lists in lists deeper than this; looking further would only fill the stack. */
const DEEPEST = 50

/**
 * The path of the first text with a NUL character or half a surrogate pair, keys of objects included; null when all is well.
 * The path is put together on the way back: copied for each entry it made a megabyte of lists hold up everybody's calls.
 */
function unstorable(value: unknown, depth = 0): string[] | null {
  if (typeof value === 'string') return storable(value) ? null : []
  if (typeof value !== 'object' || value === null) return null
  if (depth > DEEPEST) return []
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) {
      const found = unstorable(entry, depth + 1)
      if (found) return [String(index), ...found]
    }
    return null
  }
  for (const [key, entry] of Object.entries(value)) {
    if (!storable(key)) return []
    const found = unstorable(entry, depth + 1)
    if (found) return [key, ...found]
  }
  return null
}

/** Whether PostgreSQL can hold a text. */
export function storable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
