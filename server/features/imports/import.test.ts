import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { booksOf, dayFromNow } from '#features/ledger/testing.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Ledger } from '@tahanan/contract/billing/answers.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import { savedAnswer, filesOf, importsOf, soaCsv, statementPdf, webClientCsv } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const { prepare, save, uploadPdfs, importFiles, recordOf, lines, tenantOf, statementsOf } = importsOf(
  portal,
  admin,
)

test('without planner statistics, the first import reads only the ledger of each statement', async () => {
  const read = await portal.db.transaction().execute(async (tx) => {
    for (const part of ['Q', 'R', 'S', 'T']) {
      await sql`insert into tenants (client_code) select ${part} || n from generate_series(1, 150) n`.execute(
        tx,
      )
      await sql`insert into statements (tenant_id, title, soa_amount, soa_date)
        select id, 'May', 10, now() from tenants where client_code ~ ${part}`.execute(tx)
      await sql`update tenants set soa_amount = 10 where client_code ~ ${part}`.execute(tx)
      await sql`insert into ledger_entries (tenant_id, kind, date, statement_id)
        select t.id, 'statement', now(), s.id from tenants t join statements s on s.tenant_id = t.id
        where client_code ~ ${part}`.execute(tx)
    }
    const { rows } = await sql<{ read: number }>`select seq_tup_read + idx_tup_fetch as read
      from pg_stat_xact_user_tables where relname = 'ledger_entries'`.execute(tx)
    await sql`delete from ledgers where tenant_id in (select id from tenants where client_code ~ '^[QRST]')`.execute(
      tx,
    )
    return rows[0]?.read
  })
  expect(read).toBeLessThan(3 * 600)
})

test('the preview shows what each row will change and changes nothing; saving changes it', async () => {
  const known = await portal.as('client', { clientCode: 'A-101', soaAmount: 500 })
  const soa = soaCsv([{ urefno: 'a-101 ' }, { urefno: 'NEW-1' }])
  const webClient = webClientCsv([
    { urefno: 'A-101', uothdep: '1,234.50' },
    { urefno: 'NEW-1', uothdep: '₱ 20' },
  ])
  const prepared = await prepare({ soa, webClient })
  expect(prepared.status).toBe(201)
  expect(prepared.body).toMatchObject({
    state: 'prepared',
    total: 2,
    saved: 0,
    created: 1,
    updated: 1,
    unchanged: 0,
    refused: 0,
    amountBefore: 500,
    amountAfter: 1254.5,
    missingPdfs: 2,
    files: { uploaded: 0 },
  })
  expect(await lines(prepared.uniqId)).toMatchObject([
    {
      urefno: 'A-101',
      verdict: 'changed',
      amountBefore: 500,
      amountAfter: 1234.5,
      invdate: '2026-10-30T16:00:00.000Z',
      line: 2,
      file: 'webclient.csv',
    },
    { urefno: 'NEW-1', verdict: 'new', amountBefore: null, amountAfter: 20 },
  ])
  expect(await tenantOf('NEW-1')).toBeUndefined()
  expect((await tenantOf('A-101'))?.soa_amount).toBe(500)

  const uploaded = await uploadPdfs(prepared.uniqId, {
    'A-101.PDF': statementPdf('a'),
    'other.pdf': statementPdf('b'),
  })
  expect(uploaded.body.data).toEqual([
    { name: 'A-101.pdf', ok: true },
    { name: 'other.pdf', ok: true },
  ])
  const saved = await save(prepared.uniqId)
  expect(saved.body).toEqual(savedAnswer({ count: 2, total: 2, created: 1, updated: 1 }))

  const tenant = await tenantOf('A-101')
  expect(tenant).toMatchObject({
    soa_amount: 1234.5,
    title: 'Statement of Account, October 2026',
    uoccname: 'Occupant A-101',
  })
  expect(tenant?.soa_date?.toISOString()).toBe('2026-10-30T16:00:00.000Z')
  const fresh = await tenantOf('NEW-1')
  expect(fresh).toMatchObject({
    soa_amount: 20,
    password_hash: null,
    type: 3,
    status: 1,
    post_by_id: admin.id,
    soa_name: null,
  })
  expect(await statementsOf('A-101')).toMatchObject([
    { soa_amount: 1234.5, attachment: 'a-101 .pdf', soa_name: tenant?.soa_name },
  ])

  const own = await known.get<{ data: { src: string; soaAmount: number }[]; total: number }>('/statements')
  expect(own.body).toMatchObject({
    total: 1,
    data: [{ soaAmount: 1234.5, title: 'Statement of Account, October 2026' }],
  })
  expect((await portal.app.inject({ url: own.body.data[0]?.src ?? '' })).statusCode).toBe(200)
  expect((await known.get(`/file?name=soa/pdf/${tenant?.soa_name}`)).status).toBe(200)
  const neighbour = await portal.as('client')
  expect((await neighbour.get(`/file?name=soa/pdf/${tenant?.soa_name}`)).status).toBe(404)

  expect(await recordOf(prepared.uniqId)).toMatchObject({
    state: 'done',
    saved: 2,
    created: 1,
    updated: 1,
    missingPdfs: 1,
    extraPdfs: 1,
    files: { uploaded: 2 },
    amountBefore: 500,
    amountAfter: 1254.5,
  })
})

test('the preview shows which payments a statement covers and which came after it; saving covers the same', async () => {
  const { owed, pay } = booksOf(portal, admin)
  const [early, late, same] = [
    await portal.as('client'),
    await portal.as('client'),
    await portal.as('client'),
  ]
  const codes = [early, late, same].map(({ account }) => account.clientCode)
  const file = (dates: readonly string[], amounts: readonly string[]) => ({
    soa: soaCsv(codes.map((urefno, place) => ({ urefno, invdate: dates[place] ?? '' }))),
    webClient: webClientCsv(codes.map((urefno, place) => ({ urefno, uothdep: amounts[place] ?? '' }))),
  })
  const january = ['2026-01-31', '2026-01-31', '2026-01-31']
  await importFiles(file(january, ['900', '900', '900']))
  await pay(early, 100)
  await pay(late, 200)
  await pay(late, 30)
  await pay(same, 4)
  // dated before the payments, after them, and equal to the stored statement
  const next = file(['2026-02-28', dayFromNow(0), '2026-01-31'], ['1000', '1000', '900'])
  const { body, uniqId } = await prepare(next)
  expect(body).toMatchObject({ inStatement: 230, receivedSince: 104 })
  expect(await lines(uniqId)).toMatchObject([
    { inStatement: 0, receivedSince: 100 },
    { inStatement: 230, receivedSince: 0 },
    { inStatement: 0, receivedSince: 4 },
  ])
  await save(uniqId)
  expect([await owed(early), await owed(late), await owed(same)]).toMatchObject([
    { receivedSince: 100, leftToPay: 900 },
    { receivedSince: 0, leftToPay: 1000 },
    { receivedSince: 4, leftToPay: 896 },
  ])
  expect(await lines(uniqId)).toMatchObject(codes.map(() => ({ inStatement: null, receivedSince: null })))
})

/** Imports one amount for a tenant; returns the saved row and what the tenant's pages show. */
async function importAmount(urefno: string, uothdep: string, invdate = '31/10/2026') {
  const { uniqId, body } = await prepare(filesOf({ [urefno]: uothdep }, invdate))
  const [row] = await lines(uniqId)
  await save(uniqId)
  return { body, row }
}

test.each(['-1,234.50', '(1,234.50)', '1,234.50-'])('%s is imported as a credit', async (uothdep) => {
  const tenant = await portal.as('client', { soaAmount: 100 })
  const { body, row } = await importAmount(tenant.account.clientCode, uothdep)
  expect(body).toMatchObject({ updated: 1, refused: 0, amountBefore: 100, amountAfter: -1234.5 })
  expect(row).toMatchObject({ verdict: 'changed', amountBefore: 100, amountAfter: -1234.5 })
  const told = { soaAmount: -1234.5, receivedSince: 0, leftToPay: -1234.5 }
  expect((await tenant.get<Tenant>(`/tenant/${tenant.id}`)).body).toMatchObject(told)
  expect((await tenant.get('/me')).body).toMatchObject(told)
  expect((await tenant.get('/statements')).body.data).toMatchObject([{ soaAmount: -1234.5 }])
  expect((await tenant.get<Ledger>(`/ledger/${tenant.id}`)).body).toMatchObject({
    balance: -1234.5,
    data: [{ kind: 'statement', amount: -1334.5 }, { amount: 100 }],
  })
  const notices = await portal.db
    .selectFrom('notifications')
    .select('message')
    .where('tenant_id', '=', tenant.id)
    .execute()
  expect(notices).toEqual([{ message: 'Statement of Account, October 2026: credit of ₱1,234.50' }])
})

test('a new tenant may start with a credit and have a balance at the next statement', async () => {
  await importAmount('CREDIT-1', '-20')
  expect(await tenantOf('CREDIT-1')).toMatchObject({ soa_amount: -20 })
  const { body } = await importAmount('CREDIT-1', '30', '30/11/2026')
  expect(body).toMatchObject({ amountBefore: -20, amountAfter: 30 })
  expect(await tenantOf('CREDIT-1')).toMatchObject({ soa_amount: 30 })
})
