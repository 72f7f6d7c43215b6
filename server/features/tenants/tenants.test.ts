import { expect, test } from 'vitest'
import { createTestTenant } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'

const portal = await openTestPortal()

type TenantPage = ListOf<Record<string, unknown>>

test('tenants.view reads whole records, a picker only a few fields', async () => {
  const tenant = await createTestTenant(portal.db, {
    uoccname: 'Liza Santos',
    email: 'liza@example.test',
    soaAmount: 99.5,
  })
  const viewer = await portal.as('admin', { roles: { tenants: ['view'] } })
  const pickerUsers = [
    await portal.as('admin', { roles: { visitors: ['edit'] } }),
    await portal.as('admin', { roles: { payments: ['add'] } }),
  ]
  const path = `/tenants?id=${tenant.id}`
  expect((await viewer.get<TenantPage>(path)).body.data[0]).toMatchObject({
    id: tenant.id,
    clientCode: tenant.clientCode,
    email: 'liza@example.test',
    soaAmount: 99.5,
    lastSeen: null,
    created_at: expect.stringMatching(/Z$/) as string,
  })
  const { id, clientCode, unitNumber } = tenant
  for (const pickerUser of pickerUsers)
    expect((await pickerUser.get<TenantPage>(path)).body).toEqual({
      data: [{ id, clientCode, uoccname: 'Liza Santos', unitNumber, withholdsTax: 0 }],
      total: 1,
      from: 1,
    })
})

test('the list is newest first and paged, without deleted tenants and password hashes', async () => {
  const marker = 'Paging Family'
  const createdTenants = []
  for (let n = 0; n < 5; n++)
    createdTenants.push(await createTestTenant(portal.db, { uoccname: `${marker} ${n}` }))
  await createTestTenant(portal.db, { uoccname: `${marker} gone`, status: 0 })
  const admin = await portal.as('admin', { roles: { tenants: ['view'] } })
  const { body } = await admin.get<TenantPage>(`/tenants?searchTerm=${marker}&page=2&limit=2`)
  expect(body.total).toBe(5)
  expect(body.from).toBe(3)
  expect(body.data.map(({ id }) => id)).toEqual([createdTenants[2]?.id, createdTenants[1]?.id])
  expect(JSON.stringify(body)).not.toContain('argon2')
  expect((await admin.get<TenantPage>(`/tenants?searchTerm=${marker}&limit=0`)).body.data).toHaveLength(5)
  expect((await admin.get<TenantPage>(`/tenants?searchTerm=${marker}&page=9`)).body).toEqual({
    data: [],
    total: 5,
    from: 0,
  })
})

test.each(['100%', 'under_score', String.raw`back\slash`])('a search matches %s literally', async (name) => {
  await createTestTenant(portal.db, { uoccname: `Tenant ${name} here` })
  const admin = await portal.as('admin', { roles: { tenants: ['view'] } })
  const { body } = await admin.get<TenantPage>(
    `/tenants?searchTerm=${encodeURIComponent(name.toUpperCase())}`,
  )
  expect(body.total).toBe(1)
})

test.each(['page=x', `searchTerm=${'a'.repeat(201)}`, 'id=1%20or%201=1', 'searchTerm=%00'])(
  '%s answers 400',
  async (query) => {
    const admin = await portal.as('admin', { roles: { tenants: ['view'] } })
    expect((await admin.get(`/tenants?${query}`)).status).toBe(400)
  },
)
