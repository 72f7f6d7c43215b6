import type { FastifyRequest } from 'fastify'
import { parse as parseSecurely } from 'secure-json-parse'
import { invalidInput, PortalError } from '../errors.ts'
import type { PortalApp } from './portal-app.ts'

/**
 * Accepts JSON bodies only (415). An empty body counts as `{}`, because clients send the content type with
 * every call. Text that PostgreSQL cannot store answers 400.
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

// NUL and surrogates can only come as escapes: raw ones are not valid JSON in UTF-8.
const ESCAPES = /\\u(0000|d[89a-f])/i

/** Deepest nesting of a body; a limit for the stack. */
const DEEPEST = 50

/**
 * Returns the path of the first text or key with a NUL character or half a surrogate pair, or null. It builds
 * the path while returning, because a copy for each entry would block the process for a megabyte of lists.
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
