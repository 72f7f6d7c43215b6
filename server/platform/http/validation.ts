import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import build from 'fast-json-stringify'
import type { FastifySchema, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { storable } from './body-parser.ts'

/**
 * Input that does not fit its schema. Unknown fields are dropped (rules 13.14); texts of a query or a path become the
 * numbers that the schema asks for, a body's values must be what they should be already.
 */
export class InvalidCall extends Error {
  readonly part: string
  readonly problems: readonly ErrorObject[]

  constructor(part: string, problems: readonly ErrorObject[]) {
    super(`The ${part} does not fit its schema.`)
    this.part = part
    this.problems = problems
  }
}

const COMMON: Options = { useDefaults: true, removeAdditional: 'all', strict: false, verbose: true }

/**
 * Compiles the schema of each call when it is first made: a start would wait for hundreds. A wrong body is gone through
 * once more, to tell all of its fields and not only the first.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<FastifySchema> {
  const texts = withFormats({ ...COMMON, allErrors: true, coerceTypes: true })
  const bodies = withFormats({ ...COMMON })
  const allOfBodies = withFormats({ ...COMMON, allErrors: true })

  return ({ schema, httpPart = 'body' }) => {
    let first: ValidateFunction | undefined
    let all: ValidateFunction | undefined
    return (given: unknown) => {
      // A call without a body is one whose body says nothing, and hears which fields it lacks.
      const value = httpPart === 'body' ? (given ?? {}) : given
      if (httpPart !== 'body' && !storableValues(value)) return { error: new InvalidCall(httpPart, []) }
      first ??= (httpPart === 'body' ? bodies : texts).compile(schema)
      if (first(value)) return { value }
      let problems = first.errors ?? []
      // A list that is too long is not looked into: its rows may be half a million.
      if (httpPart === 'body' && problems[0]?.keyword !== 'maxItems') {
        all ??= allOfBodies.compile(schema)
        all(value)
        problems = all.errors ?? problems
      }
      return { error: new InvalidCall(httpPart, problems.slice(0, MOST_PROBLEMS)) }
    }
  }
}

/** Texts of a query or a path that PostgreSQL can hold; those of bodies are looked at when they are parsed. */
function storableValues(values: unknown): boolean {
  return Object.values(values ?? {}).every((value) => typeof value !== 'string' || storable(value))
}

const MOST_PROBLEMS = 100

function withFormats(options: Options): Ajv {
  const ajv = new Ajv(options)
  addFormats.default(ajv)
  return ajv
}

/** Messages at fields: the schema's own (`x-message`) or plain words. Problems of no field, such as a list for a body, give none. */
export function fieldErrors(problems: readonly ErrorObject[]): FieldErrors {
  const errors = new Map<string, string>()
  for (const problem of problems) {
    const field = fieldOf(problem)
    if (field && !errors.has(field)) errors.set(field, messageOf(problem))
  }
  return Object.fromEntries([...errors].map(([field, message]) => [field, [message]]))
}

function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1).map(unescapePointer)
  if (keyword === 'required') path.push(String(params.missingProperty))
  return path.join('.')
}

const NEEDED: Readonly<Record<string, string>> = {
  integer: 'This must be a whole number.',
  number: 'This must be a number.',
  string: 'This must be a text.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
}

/** Messages of a schema's keywords, each with what the keyword asks for. */
const MESSAGES: Readonly<Record<string, (wanted: string) => string | undefined>> = {
  required: () => 'This is required.',
  type: (type) => NEEDED[type],
  minimum: (least) => `This must be at least ${least}.`,
  maximum: (most) => `This must be at most ${most}.`,
  minItems: (least) => `At least ${least} ${least === '1' ? 'entry' : 'entries'}.`,
  maxLength: (most) => `At most ${most} characters.`,
  maxItems: (most) => `At most ${most} entries.`,
}

function messageOf({ keyword, params, schema, parentSchema }: ErrorObject): string {
  const own: unknown = keyword === 'required' ? property(parentSchema, params.missingProperty) : parentSchema
  if (isRecord(own) && typeof own['x-message'] === 'string') return own['x-message']
  return MESSAGES[keyword]?.(String(schema)) ?? 'This is not right.'
}

function property(schema: unknown, name: unknown): unknown {
  return isRecord(schema) && isRecord(schema.properties) ? schema.properties[String(name)] : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** Compiles the schema of an answer when it is first written, as `createValidatorCompiler` does those of calls. */
export const compileAnswers: FastifySerializerCompiler<FastifySchema> = ({ schema }) => {
  let write: ((answer: unknown) => string) | undefined
  return (answer) => (write ??= build(schema))(answer)
}
