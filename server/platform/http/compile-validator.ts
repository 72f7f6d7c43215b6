import { Ajv, type ErrorObject, type Options } from 'ajv'
import addFormats from 'ajv-formats'
import build from 'fast-json-stringify'
import type { FastifySchema, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { isStorable } from './accept-json-bodies.ts'

/**
 * Error for input that does not match its schema. Unknown fields of a body are dropped (rules 13.14). Unknown
 * parameters of a query are refused if the schema allows no additional properties (rules 13.29). Texts of a
 * query or path are converted to the type in the schema; values of a body are not.
 */
export class InvalidCall extends Error {
  readonly httpPart: string
  readonly problems: readonly ErrorObject[]

  constructor(httpPart: string, problems: readonly ErrorObject[]) {
    super(`The ${httpPart} does not fit its schema.`)
    this.httpPart = httpPart
    this.problems = problems
  }
}

const COMMON_OPTIONS: Options = { useDefaults: true, removeAdditional: 'all', strict: false, verbose: true }

/**
 * Compiles a schema at its first use, because compiling hundreds would delay the start. An invalid body is
 * validated a second time to report the errors of all fields.
 */
export const compileValidator: FastifySchemaCompiler<FastifySchema> = ({ schema, httpPart = 'body' }) => {
  const isBody = httpPart === 'body'
  return (requestPart: unknown) => {
    // A missing body is validated as an empty object, so that the answer lists the missing fields.
    const value = isBody ? (requestPart ?? {}) : requestPart
    if (!isBody && !areStorable(value)) return { error: new InvalidCall(httpPart, []) }
    const unknownParameters = httpPart === 'querystring' ? findUnknownParameters(schema, value) : []
    if (unknownParameters.length > 0) return { error: new InvalidCall(httpPart, unknownParameters) }
    const validate = (isBody ? bodyAjv : textAjv).compile(schema)
    if (validate(value)) return { value }
    let problems = validate.errors ?? []
    // If a list has too many items, only that is reported. The items are not validated, because there may be
    // half a million of them.
    if (isBody && problems[0]?.keyword !== 'maxItems') {
      const validateAll = bodyAjvWithAllErrors.compile(schema)
      validateAll(value)
      problems = validateAll.errors ?? problems
    }
    return { error: new InvalidCall(httpPart, problems.slice(0, MAX_PROBLEMS)) }
  }
}

function areStorable(values: unknown): boolean {
  return Object.values(values ?? {}).every((value) => typeof value !== 'string' || isStorable(value))
}

const MAX_PROBLEMS = 100

function findUnknownParameters(schema: unknown, query: unknown): ErrorObject[] {
  if (!isRecord(schema) || schema.additionalProperties !== false || !isRecord(query)) return []
  return Object.keys(query)
    .filter((name) => !isRecord(schema.properties) || !Object.hasOwn(schema.properties, name))
    .slice(0, MAX_PROBLEMS)
    .map((name) => ({
      keyword: 'additionalProperties',
      instancePath: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      schemaPath: '#/additionalProperties',
      params: {},
    }))
}

const DATE_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/i

function createAjv(options: Options): Ajv {
  const ajv = new Ajv(options)
  addFormats.default(ajv)
  // Replaces the standard format, because it allows leap seconds, which neither Date nor PostgreSQL can
  // parse.
  ajv.addFormat('date-time', {
    validate: (text: string) => DATE_TIME.test(text) && !Number.isNaN(Date.parse(text)),
  })
  return ajv
}

/**
 * Converts the errors of the validator to messages by field: the schema's `x-message` or a default message.
 * Errors that belong to no field are left out.
 */
export function toFieldErrors(problems: readonly ErrorObject[]): FieldErrors {
  const errors = new Map<string, string>()
  for (const problem of problems) {
    const field = getFieldPath(problem)
    if (field && !errors.has(field)) errors.set(field, getMessage(problem))
  }
  return Object.fromEntries([...errors].map(([field, message]) => [field, [message]]))
}

function getFieldPath({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1).map(unescapePointer)
  if (keyword === 'required') path.push(String(params.missingProperty))
  return path.join('.')
}

const TYPE_MESSAGES: Readonly<Record<string, string>> = {
  integer: 'This must be a whole number.',
  number: 'This must be a number.',
  string: 'This must be a text.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
}

const KEYWORD_MESSAGES: Readonly<Record<string, (keywordValue: string) => string | undefined>> = {
  required: () => 'This is required.',
  type: (type) => TYPE_MESSAGES[type],
  minimum: (minimum) => `This must be at least ${minimum}.`,
  maximum: (maximum) => `This must be at most ${maximum}.`,
  minItems: (minimum) => `At least ${minimum} ${minimum === '1' ? 'entry' : 'entries'}.`,
  maxLength: (maximum) => `At most ${maximum} characters.`,
  maxItems: (maximum) => `At most ${maximum} entries.`,
  additionalProperties: () => 'This list has no such filter.',
}

function getMessage({ keyword, params, schema, parentSchema }: ErrorObject): string {
  const messageSchema: unknown =
    keyword === 'required' ? getProperty(parentSchema, params.missingProperty) : parentSchema
  if (isRecord(messageSchema) && typeof messageSchema['x-message'] === 'string')
    return messageSchema['x-message']
  return KEYWORD_MESSAGES[keyword]?.(String(schema)) ?? 'This is not right.'
}

function getProperty(schema: unknown, name: unknown): unknown {
  return isRecord(schema) && isRecord(schema.properties) ? schema.properties[String(name)] : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const unescapePointer = (segment: string) => segment.replaceAll('~1', '/').replaceAll('~0', '~')

/** Compiles a schema at its first use, because compiling hundreds would delay the start. */
export const compileSerializer: FastifySerializerCompiler<FastifySchema> =
  ({ schema }) =>
  (responseBody) => {
    let serialize = serializers.get(schema)
    if (!serialize) serializers.set(schema, (serialize = build(schema)))
    return serialize(responseBody)
  }

// Compiled schemas are shared by all portals of a process. Ajv also caches them by schema object.
const textAjv = createAjv({ ...COMMON_OPTIONS, allErrors: true, coerceTypes: true })
const bodyAjv = createAjv(COMMON_OPTIONS)
const bodyAjvWithAllErrors = createAjv({ ...COMMON_OPTIONS, allErrors: true })
const serializers = new WeakMap<object, (responseBody: unknown) => string>()
