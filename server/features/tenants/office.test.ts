import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import { addTenant, logInAs } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin', { roles: { tenants: ['view', 'add', 'edit', 'delete'] } })

const createTenant = (overrides?: Record<string, unknown>) => addTenant(admin, overrides)
const login = (clientCode: string, password: string) => logInAs(portal, clientCode, password)

describe('deleting', () => {
  test('ends the sessions, hides the tenant and frees the code', async () => {
    const resident = await portal.as('client')
    const { clientCode } = resident.account
    await resident.put('/delivery-choices', { showDetails: true })
    const choicesQuery = portal.db
      .selectFrom('delivery_choices')
      .select('area')
      .where('reader_id', '=', resident.id)
    expect(await choicesQuery.execute()).toEqual([{ area: 'client' }])
    expect((await admin.delete(`/tenant/${resident.id}`)).body).toEqual({ success: true })
    expect(await choicesQuery.execute()).toEqual([])
    expect((await resident.get('/me')).status).toBe(401)
    expect((await login(clientCode, TEST_PASSWORD)).status).toBe(401)
    expect((await admin.get(`/tenant/${resident.id}`)).status).toBe(404)
    expect((await admin.get<{ total: number }>(`/tenants?searchTerm=${clientCode}`)).body.total).toBe(0)
    expect((await admin.delete(`/tenant/${resident.id}`)).status).toBe(404)
    expect((await admin.put(`/tenant/${resident.id}`, { uoccname: 'Back' })).status).toBe(404)
    const nextTenant = await createTenant({
      clientCode: clientCode.toLowerCase(),
      password: 'the-next-tenant',
    })
    expect(nextTenant.id).not.toBe(resident.id)
    expect((await login(clientCode, 'the-next-tenant')).status).toBe(200)
    const { rows } = await sql`select client_code, status from tenants
        where lower(client_code) = ${clientCode.toLowerCase()} order by id`.execute(portal.db)
    expect(rows).toEqual([
      { client_code: clientCode, status: 0 },
      { client_code: clientCode.toLowerCase(), status: 1 },
    ])
  })

  test('keeps tickets with name and code, which the office can still complete', async () => {
    const resident = await portal.as('client', { uoccname: 'Gone Family' })
    const commendationAnswer = await resident.post<{ id: number }>('/commendation', {
      title: 'Thank you',
      comment: 'For everything',
      type: 1,
    })
    expect(commendationAnswer.status).toBe(201)
    await admin.delete(`/tenant/${resident.id}`)
    const officeAdmin = await portal.as('admin')
    const tenant = {
      id: resident.id,
      clientCode: resident.account.clientCode,
      uoccname: 'Gone Family',
      unitNumber: resident.account.unitNumber,
    }
    const list = await officeAdmin.get<{ data: Record<string, unknown>[] }>(
      '/commendations?searchTerm=gone family',
    )
    expect(list.body.data[0]).toMatchObject({ id: commendationAnswer.body.id, tenant })
    const servicesList = await officeAdmin.get<{ data: Record<string, unknown>[] }>(
      '/services?searchTerm=gone family',
    )
    expect(servicesList.body.data[0]).toMatchObject({ tenant })
    const updateAnswer = await officeAdmin.put(`/commendation/${commendationAnswer.body.id}`, {
      status: 2,
      tenantId: resident.id,
      title: 'Thank you',
    })
    expect(updateAnswer.status).toBe(200)
  })
})

const listSortedCodes = async (sort: string) => {
  const { data } = (await admin.get<{ data: Tenant[] }>(`/tenants?searchTerm=zed-&sort=${sort}`)).body
  return data.map(({ clientCode }) => clientCode)
}

test('client codes are sorted without regard to case', async () => {
  const codes = ['Zed-b', 'zed-A', 'zed-c']
  for (const clientCode of codes) await createTenant({ clientCode })
  expect(await listSortedCodes('clientCode')).toEqual(['zed-A', 'Zed-b', 'zed-c'])
  expect(await listSortedCodes('-clientCode')).toEqual(['zed-c', 'Zed-b', 'zed-A'])
})

test('the CSV call returns selected tenants, or all of a search, newest first and without passwords', async () => {
  const name = `Csv Family ${Date.now()}`
  const [a, b] = [
    await createTenant({ uoccname: name }),
    await createTenant({ uoccname: name, password: TEST_PASSWORD }),
  ]
  const deletedTenant = await createTenant({ uoccname: name })
  await admin.delete(`/tenant/${deletedTenant.id}`)
  const listIds = async (query: string) =>
    (await admin.get<{ data: Tenant[] }>(`/tenantIds?${query}`)).body.data.map(({ id }) => id)
  expect(await listIds(`selectedIds=${a.id},${b.id},${deletedTenant.id},999999999`)).toEqual([b.id, a.id])
  expect(await listIds('selectedIds=')).toEqual([])
  expect(await listIds(`all=1&searchTerm=${encodeURIComponent(name)}`)).toEqual([b.id, a.id])
  expect(JSON.stringify((await admin.get(`/tenantIds?selectedIds=${b.id}`)).body)).not.toContain('argon2')
  for (const invalidQuery of ['selectedIds=1;drop', 'selectedIds=1,', 'selectedIds=-1', 'all=2'])
    expect((await admin.get(`/tenantIds?${invalidQuery}`)).status).toBe(400)
})
