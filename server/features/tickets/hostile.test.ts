import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { describe, expect, test } from 'vitest'
import { makeAmenity } from '../../testing/accounts.ts'
import { openTestPortal } from '../../testing/portal.ts'
import { dayFromNow, file } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin', { name: 'Liza Villanueva' })
const amenityId = (await makeAmenity(portal.db)).id

describe('hostile input', () => {
  const hostile = [
    '[]',
    '"text"',
    '1',
    'null',
    '{"__proto__":{"status":2}}',
    '{"constructor":{"prototype":{"status":2}}}',
    '{"title":{"toString":1}}',
    '{"title":["a"]}',
    '{"title":"a\\u0000b","comment":"x","type":1}',
    '{"title":"\\ud800","comment":"x","type":1}',
    '{"type":{"$gt":0}}',
    '{"items":{"length":9}}',
    '{"images":"x"}',
    '{',
    `{"title":"${'a'.repeat(300)}"}`,
    `{"description":"${'a'.repeat(6000)}"}`,
    '{"amenityId":1e300}',
    '{"dateOfUse":"9999-99-99"}',
    '{"remarks":{"a":1},"status":2}',
  ]
  test.each(MODULES.map((module) => [module.name, module] as const))(
    '%s answers none of it with 500, and keeps none of it',
    async (_, module) => {
      const resident = await portal.as('client')
      const { id } = await file(
        resident,
        module.name,
        module.holds
          ? { amenityId, startTime: `${dayFromNow(40)} 06:00:00`, endTime: `${dayFromNow(40)} 06:10:00` }
          : {},
      )
      const count = async () =>
        (
          await portal.db
            .selectFrom('tickets')
            .select(({ fn }) => fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n
      const before = await count()
      for (const payload of hostile) {
        for (const [method, path, caller] of [
          ['POST', '', resident],
          ['POST', '', admin],
          ['PUT', `/${id}`, resident],
          ['PUT', `/${id}`, admin],
        ] as const) {
          const { statusCode } = await portal.app.inject({
            method,
            url: `/api/${module.path.one}${path}`,
            payload,
            headers: { 'content-type': 'application/json', authorization: `Bearer ${caller.token}` },
          })
          expect([payload, method, statusCode < 500]).toEqual([payload, method, true])
          if (method === 'POST') expect(statusCode).toBe(400)
        }
      }
      expect(await count()).toBe(before)
    },
  )

  test.each(['0', '-1', '1.5', 'x', '99999999999999999999', '%00', '1%27', '__proto__'])(
    '/ticket/%s is no server error',
    async (id) => {
      for (const method of ['get', 'put', 'delete'] as const) {
        const { status } = await admin[method](`/ticket/${id}`, method === 'get' ? undefined : {})
        expect([400, 404]).toContain(status)
      }
    },
  )
})
