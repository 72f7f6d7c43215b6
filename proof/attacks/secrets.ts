import { expect } from 'vitest'
import type { TestPortal } from '@tahanan/server/testing/portal.ts'

export const SECRET_NAME = /hash|password|token|secret|totp/i

export const POLLUTING_BODIES = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"title":"x","items":[{"__proto__":{"polluted":true}}]}',
  '{"content":{"type":"doc","attrs":{"constructor":{"prototype":{"polluted":true}}}}}',
  String.raw`{"\u005f_proto__":{"polluted":true}}`,
]
export const POLLUTING_QUERY =
  '__proto__[polluted]=1&__proto__.polluted=1&constructor[prototype][polluted]=1&__proto__=1&constructor=1'

/** Returns all stored secrets, each in every encoding that a response could contain. */
export async function listStoredSecrets({ services }: TestPortal): Promise<string[]> {
  const { rows: columns } = await services.pool.query<{ table: string; name: string; type: string }>(
    `select table_name as table, column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public'
       and (column_name ~ 'hash|secret|totp_' or (table_name = 'secrets' and column_name = 'value'))
       and data_type in ('text', 'bytea', 'character varying')`,
  )
  expect(columns.length).toBeGreaterThan(6)
  const secretTexts: string[] = []
  for (const { table, name } of columns) {
    const { rows } = await services.pool.query<{ value: string | Buffer }>(
      `select "${name}" as value from "${table}" where "${name}" is not null`,
    )
    for (const { value } of rows)
      secretTexts.push(
        ...(typeof value === 'string'
          ? [value]
          : [value.toString('hex'), value.toString('base64'), value.toString('base64url')]),
      )
  }
  return secretTexts
}
