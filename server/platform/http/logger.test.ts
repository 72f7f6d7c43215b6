import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

test('an error is logged without values of rows, connections and their keys', () => {
  const lines: string[] = []
  const log = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  const error = Object.assign(
    new Error('duplicate key', { cause: Object.assign(new Error('below'), { secretKey: 77 }) }),
    {
      code: '23505',
      constraint: 'admins_email',
      detail: 'Key (email)=(ana@mail.test) already exists.',
      client: { connection: { secretKey: 4711 } },
    },
  )
  log.warn({ err: error, token: 'abc', request: { password: 'def' } }, 'told')
  expect(lines[0]).toContain('23505')
  expect(lines[0]).toContain('below')
  expect(lines[0]).not.toMatch(/4711|77|ana@mail|secretKey|abc|def/)
})
