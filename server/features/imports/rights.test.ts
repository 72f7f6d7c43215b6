import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { OutgoingEvent } from '#platform/realtime/outbox.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { abandonOldImports } from './abandon-import.ts'
import {
  createAmounts,
  createImportFiles,
  createImportCalls,
  prepareRows,
  createImportRows,
  saveRows,
  createStatementPdf,
} from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const { prepare, save, importFiles, findImportRecord, findTenant } = createImportCalls(portal, admin)
const isSentToResident = (delivery: OutgoingEvent) =>
  'room' in delivery && delivery.room.startsWith('client.')

test('an abandoned import keeps its record and cannot be saved', async () => {
  const abandonedImportId = await prepareRows(portal, admin, createImportRows({ 'R-2': '1' }))
  expect((await admin.delete(`/statement-imports/${abandonedImportId}`)).status).toBe(200)
  expect(await findImportRecord(abandonedImportId)).toMatchObject({ state: 'abandoned' })
  expect((await save(abandonedImportId)).status).toBe(404)
  expect((await admin.delete(`/statement-imports/${abandonedImportId}`)).status).toBe(404)
  expect(await findTenant('R-2')).toBeUndefined()
  const savedImport = await saveRows(portal, admin, createImportRows({ 'R-3': '1' }))
  expect((await admin.delete(`/statement-imports/${savedImport}`)).status).toBe(409)
})

test('an import is saved in the name of the administrator who saves it', async () => {
  const otherAdmin = await portal.as('admin')
  const uniqId = await prepareRows(portal, admin, createImportRows({ 'R-7': '1' }))
  const savingAdmin = createImportCalls(portal, otherAdmin)
  expect((await savingAdmin.save(uniqId)).body).toMatchObject({ created: 1 })
  const tenant = await findTenant('R-7')
  expect(tenant?.post_by_id).toBe(otherAdmin.id)
  const ledgerEntries = await portal.db
    .selectFrom('ledger_entries')
    .select('admin_id')
    .where('tenant_id', '=', tenant?.id ?? 0)
    .execute()
  expect(ledgerEntries).toEqual([{ admin_id: otherAdmin.id }])
  const auditRow = await portal.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name'])
    .where('subject', '=', 'statement_imports')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(auditRow).toEqual({ action: 'import', actor_name: otherAdmin.account.name })
  // A repeated call of another administrator changes nothing.
  await save(uniqId)
  expect(await findImportRecord(uniqId)).toMatchObject({ admin: { name: otherAdmin.account.name } })
})

const prepareTenantImport = async (clientCode: string) =>
  (await prepare(createImportFiles({ [clientCode]: '1' }))).uniqId

test('an unsaved import is abandoned after seven days and its personal data deleted', async () => {
  const uniqIds = [
    await prepareTenantImport('R-4'),
    await prepareTenantImport('R-5'),
    await prepareTenantImport('R-6'),
  ] as const
  const setAge = async (uniqId: string, days: number, state?: 'saving') => {
    const { id } = await portal.db
      .updateTable('statement_imports')
      .set({
        updated_at: sql<Date>`clock_timestamp() - make_interval(days => ${days})`,
        ...(state && { state }),
      })
      .where('uniq_id', '=', uniqId)
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, uniqId }
  }
  // Updates the oldest import last, so that the order of the rows in the table differs from the order of ids.
  const savingImport = await setAge(uniqIds[2], 8, 'saving')
  const recentImport = await setAge(uniqIds[1], 6)
  const oldImport = await setAge(uniqIds[0], 8)
  await abandonOldImports(portal)
  const states: string[] = []
  for (const { uniqId } of [oldImport, recentImport, savingImport])
    states.push((await findImportRecord(uniqId)).state)
  expect(states).toEqual(['abandoned', 'prepared', 'saving'])
  const remainingRows = await portal.db
    .selectFrom('statement_import_rows')
    .select('import_id')
    .where('import_id', 'in', [oldImport.id, recentImport.id])
    .execute()
  expect(remainingRows).toEqual([{ import_id: recentImport.id }])
  const { soa_file, web_client_file } = await portal.db
    .selectFrom('statement_imports')
    .select(['soa_file', 'web_client_file'])
    .where('id', '=', oldImport.id)
    .executeTakeFirstOrThrow()
  expect([soa_file, web_client_file]).toEqual([null, null])
})

const getStatements = (caller: LoggedInCaller, query = '') =>
  caller.get<{ data: { tenantId: number; soaAmount: number; src?: string }[]; total: number }>(
    `/statements${query}`,
  )

test('residents read their own statements, the office with billings all, others none', async () => {
  const [firstTenant, secondTenant] = [
    await portal.as('client', { clientCode: 'S-1' }),
    await portal.as('client', { clientCode: 'S-2' }),
  ]
  await importFiles(createImportFiles({ 'S-1': '100', 'S-2': '200' }, '31/10/2026'), {
    'S-1.pdf': createStatementPdf('1'),
  })

  expect((await getStatements(firstTenant)).body).toMatchObject({
    total: 1,
    data: [{ tenantId: firstTenant.id, soaAmount: 100, attachment: 'S-1.pdf' }],
  })
  expect((await getStatements(secondTenant, `?tenantId=${firstTenant.id}`)).body.data).toMatchObject([
    { tenantId: secondTenant.id, soaAmount: 200 },
  ])
  const cashier = await portal.as('admin', { roles: { billings: ['view'] } })
  expect((await getStatements(cashier, `?tenantId=${firstTenant.id}`)).body).toMatchObject({ total: 1 })
  expect((await getStatements(cashier)).body.total).toBeGreaterThan(1)
  expect((await cashier.get('/statements?tenantId=x')).status).toBe(400)

  const billings = await cashier.get<{ data: Record<string, unknown>[]; total: number }>(
    '/billings?searchTerm=s-1',
  )
  expect(billings.body).toMatchObject({
    total: 1,
    data: [
      {
        id: firstTenant.id,
        clientCode: 'S-1',
        soaAmount: 100,
        attachment: 'S-1.pdf',
        src: expect.stringContaining('/files/soa/pdf/'),
      },
    ],
  })
  expect((await cashier.get<{ total: number }>('/billings?searchTerm=%25')).body.total).toBe(0)

  await portal.db.updateTable('tenants').set({ status: 0 }).where('id', '=', firstTenant.id).execute()
  expect((await getStatements(cashier, `?tenantId=${firstTenant.id}`)).body).toMatchObject({ total: 1 })
  expect((await cashier.get<{ total: number }>('/billings?searchTerm=s-1')).body.total).toBe(0)
})

test('logged-in residents receive the new balance and a notification; followers receive progress', async () => {
  const tenant = await portal.as('client', { clientCode: 'LIVE-1', soaAmount: 5 })
  await portal.as('client', { clientCode: 'LIVE-2' })
  await portal.db
    .deleteFrom('sessions')
    .where('area', '=', 'client')
    .where('account_id', '<>', tenant.id)
    .execute()
  const importRows = createImportRows(createAmounts(['LIVE-1', 'LIVE-2'], '50'))
  const firstImportId = await prepareRows(portal, admin, importRows)
  await portal.drainEvents()
  await save(firstImportId)
  const events = await portal.drainEvents()
  expect(events).toEqual(
    expect.arrayContaining([
      { room: `client.${tenant.id}`, event: 'account', data: {} },
      {
        room: `client.${tenant.id}`,
        event: `client-notifications.${tenant.id}`,
        data: expect.objectContaining({
          title: 'New statement of account',
          message: 'Statement of Account: ₱50.00',
        }),
      },
      { room: `import.${firstImportId}`, event: 'soa-update-channel', data: { count: 2, total: 2 } },
    ]),
  )
  expect(events.filter(isSentToResident)).toHaveLength(2)
  expect((await tenant.get<{ soaAmount: number }>('/me')).body.soaAmount).toBe(50)

  // The second import has the same rows and changes nothing, so no event is sent.
  const repeatedImportId = await prepareRows(portal, admin, importRows)
  await portal.drainEvents()
  await save(repeatedImportId)
  expect((await portal.drainEvents()).filter(isSentToResident)).toEqual([])
})

test('an import opens or closes services immediately', async () => {
  const resident = await portal.as('client', { clientCode: 'GATE-1', soaAmount: 0 })
  await portal.db
    .updateTable('service_settings')
    .set({ status: 1, amount: 1000 })
    .where('type', '=', 'jobOrderRequest')
    .execute()
  const findRequestErrorAfterImport = async (amount: string) => {
    await saveRows(portal, admin, createImportRows({ 'GATE-1': amount }))
    return (await resident.post('/request', {})).body.code
  }
  expect([await findRequestErrorAfterImport('1000.00'), await findRequestErrorAfterImport('999.99')]).toEqual(
    ['serviceBlocked', 'invalidInput'],
  )
})
