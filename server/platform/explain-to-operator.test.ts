import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { PortalError } from './errors.ts'
import { explainToOperator } from './explain-to-operator.ts'

class OperatorError extends Error {}
const explainError = (error: unknown) => explainToOperator(error, [OperatorError])

const databaseError = (message: string, code: string) =>
  Object.assign(new DatabaseError(message, message.length, 'error'), { code })

test.each([
  ['a plain error', new Error('Name the target.'), 'Name the target.'],
  ['an error of the named kinds', new OperatorError('Stop it first.'), 'Stop it first.'],
  [
    'a right that the role lacks',
    databaseError('permission denied for schema public', '42501'),
    'The role of the portal may not do this in the database: permission denied for schema public. ' +
      'Make it the owner of the database.',
  ],
  [
    'a database that is away',
    databaseError('the database system is shutting down', '57P03'),
    'The database is not available: the database system is shutting down.',
  ],
  [
    'a host with several addresses',
    Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:5432')]), { code: 'ECONNREFUSED' }),
    'The database is not available: connect ECONNREFUSED ::1:5432.',
  ],
  [
    'a bucket that refuses',
    Object.assign(new PortalError('unavailable'), { cause: new Error('Access Denied') }),
    'The file store cannot be used: Access Denied.',
  ],
  [
    'a refusal of the portal',
    new PortalError('backupsFull', { placeholders: { count: 20, most: 20 } }),
    expect.stringMatching(/^There are 20 backups/),
  ],
])('%s is explained in a sentence', (_, error, sentence) => {
  expect(explainError(error)).toEqual(sentence)
})

test('a bug keeps its stack trace', () => {
  expect(explainError(new TypeError('x is not a function'))).toMatch(
    /^TypeError: x is not a function\n {4}at /,
  )
  expect(explainError(databaseError('column "a" does not exist', '42703'))).toMatch(/\n {4}at /)
})
