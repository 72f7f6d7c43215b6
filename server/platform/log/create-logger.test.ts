import { expect, test } from 'vitest'
import { createLogger } from './create-logger.ts'

test('an error is logged without values of rows, connections and their keys', () => {
  const lines: string[] = []
  const log = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  const error = Object.assign(
    new Error('duplicate key', { cause: Object.assign(new Error('below'), { secretKey: 'key below' }) }),
    {
      code: '23505',
      constraint: 'admins_email',
      detail: 'Key (email)=(ana@mail.test) already exists.',
      client: { connection: { secretKey: 'key of the backend' } },
    },
  )
  log.warn({ err: error, token: 'a token', request: { password: 'a password' } }, 'told')
  expect(lines[0]).toContain('23505')
  expect(lines[0]).toContain('below')
  expect(lines[0]).not.toMatch(/key below|key of the|ana@mail|secretKey|a token|a password/)
})
