import { expect, test } from 'vitest'
import { createTestAmenity } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { createBodyForAllCalls, expectNoSecrets, VISITOR_NAME } from './testing-secrets.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const superAdmin = await portal.as('super-admin')
const admin = await portal.as('admin')
const resident = await portal.as('client')

interface ApiDocument {
  paths: Record<string, Record<string, unknown>>
}

/** Verifies rules 12.17. */
test('the audit log contains no secret after all calls', async () => {
  for (const module of MODULES) {
    const body = {
      ...createExampleBody(module, new Date(), 'Asia/Manila'),
      tenantId: resident.id,
      amenityId: (await createTestAmenity(portal.db)).id,
      ...(module.name === 'visitor' && { visitorsName: VISITOR_NAME }),
    }
    const { status, body: createdTicket } = await admin.post(`/${module.path.one}`, body)
    expect([module.name, status]).toEqual([module.name, 201])
    const verifyAnswer = await admin.put(`/${module.path.one}/${createdTicket.id}`, {
      status: 2,
      remarks: 'Fine.',
    })
    expect([module.name, verifyAnswer.status]).toEqual([module.name, 200])
  }

  const { body: document } = await portal.nobody.get<ApiDocument>('/openapi.json')
  let acceptedCount = 0
  for (const account of [admin, superAdmin]) {
    const spareLogin = await portal.logIn(account.area, account.account)
    for (const [path, methods] of Object.entries(document.paths))
      for (const method of Object.keys(methods)) {
        if (/logout|reset-data|backups|sessions/.test(path)) continue
        const url = path.replaceAll(/\{\w+\}/g, '1')
        const { statusCode } = await portal.app.inject({
          method: method.toUpperCase() as 'POST',
          url,
          headers: { authorization: `Bearer ${spareLogin.token}`, 'content-type': 'application/json' },
          ...(method !== 'get' && {
            payload: JSON.stringify(await createBodyForAllCalls(portal, resident.id)),
          }),
        })
        expect(statusCode, `${method} ${url}`).toBeLessThan(500)
        if (statusCode < 300) acceptedCount += 1
      }
  }
  expect(acceptedCount).toBeGreaterThan(120)
  await expectNoSecrets(portal, [admin.token, superAdmin.token, resident.token])
})
