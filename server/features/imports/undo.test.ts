import { describe, expect, test } from 'vitest'
import { createLedgerCalls, getDayFromNow } from '#features/ledger/testing.ts'
import { createStoredRowQueries } from '#features/posting/testing.ts'
import { publishPost } from '#features/posts/testing.ts'
import { createSession } from '#features/sessions/sessions.ts'
import { createExample } from '#features/tickets/testing.ts'
import type { UntypedBody } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Ledger } from '@tahanan/contract/billing/answers.ts'
import type { StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import {
  createCodeGenerator,
  createImportFiles,
  createImportCalls,
  createUniqId,
  prepareRows,
  createImportRows,
  saveRows,
  createSoaCsv,
  createStatementPdf,
  createWebClientCsv,
  type WebClientLine,
} from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const { save, importFiles, findImportRecord, undo, lines, findTenant } = createImportCalls(portal, admin)
const today = getDayFromNow(0)

const generateCode = createCodeGenerator('UNDO')

const importLines = (webClientLines: readonly WebClientLine[], statementDate: string) =>
  saveRows(
    portal,
    admin,
    webClientLines.map((row) => ({
      uoccname: '',
      ...row,
      invdate: statementDate,
      attachment: `${row.urefno}.pdf`,
    })),
  )
const importWithPdf = (row: WebClientLine, statementDate: string) =>
  importFiles(
    {
      soa: createSoaCsv([{ urefno: row.urefno, invdate: statementDate }]),
      webClient: createWebClientCsv([row]),
    },
    { [`${row.urefno}.pdf`]: createStatementPdf(`${row.urefno} ${statementDate}`) },
  )

const { loadBalances, pay, charge, loadLedger } = createLedgerCalls(portal, admin)
/** Loads the ledger as an administrator, because some of these tenants cannot log in. */
const findLedger = async (id: number) => (await admin.get<Ledger>(`/ledger/${id}`)).body
async function findTenantColumns(clientCode: string) {
  const tenant = await findTenant(clientCode)
  if (!tenant) throw new Error(`There is no ${clientCode}.`)
  const { updated_at: _, last_seen: __, ...columns } = tenant
  return columns
}
const { listStoredNotices } = createStoredRowQueries(portal)
const listTitles = async (id: number) => (await listStoredNotices(id)).map(({ title }) => title)

describe('an undone import', () => {
  test('restores the earlier statement, PDF and fields of each tenant, and notifies them', async () => {
    const tenant = await portal.as('client')
    const clientCode = tenant.account.clientCode
    const earlierImportId = await importWithPdf({ urefno: clientCode, uothdep: '100' }, '2026-01-31')
    const tenantBefore = await findTenantColumns(clientCode)
    const wrongLine = { urefno: clientCode, uothdep: '250', uoccname: 'Wrong', uocctel1: '1' }
    const laterImportId = await importWithPdf(wrongLine, '2026-02-28')
    const tenantBeforeUndo = await findTenant(clientCode)
    expect((await tenant.get(`/file?name=soa/pdf/${tenantBeforeUndo?.soa_name}`)).status).toBe(200)
    expect(await findImportRecord(laterImportId)).toMatchObject({ canUndo: true, undone: 0 })

    expect((await undo(laterImportId)).body).toEqual({
      message: 'The import was undone.',
      restored: 1,
      closed: 0,
      notified: 1,
      kept: [],
    })
    expect(await findTenantColumns(clientCode)).toEqual(tenantBefore)
    expect((await tenant.get<{ data: UntypedBody[] }>('/statements')).body.data).toMatchObject([
      { soaAmount: 100 },
    ])
    expect((await tenant.get(`/file?name=soa/pdf/${tenantBefore.soa_name}`)).status).toBe(200)
    expect((await tenant.get(`/file?name=soa/pdf/${tenantBeforeUndo?.soa_name}`)).status).toBe(404)
    expect((await listStoredNotices(tenant.id))[0]).toEqual({
      title: 'Statement withdrawn',
      message: 'The statement of 28 February 2026 was withdrawn. Left to pay now: ₱100.00.',
      link: '/billings',
    })
    expect(
      (await loadLedger(tenant)).data.map(({ kind, label, amount, balance }) => [
        kind,
        label,
        amount,
        balance,
      ]),
    ).toEqual([
      ['statement', expect.stringMatching(/^Withdrawn \d/), -150, 100],
      ['statement', '', 150, 250],
      ['statement', '', 100, 100],
    ])
    expect(await findImportRecord(laterImportId)).toMatchObject({
      state: 'undone',
      canUndo: false,
      undone: 1,
      kept: 0,
    })
    expect(await findImportRecord(earlierImportId)).toMatchObject({ state: 'done', undone: 0 })
    const auditRows = await portal.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name', 'after'])
      .where('subject', '=', 'statement_imports')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    expect(auditRows).toEqual({ action: 'undo', actor_name: admin.account.name, after: { undone: 1 } })
  })

  test('keeps payments posted since, and counts those again that it had covered', async () => {
    const tenant = await portal.as('client')
    const clientCode = tenant.account.clientCode
    await importLines([{ urefno: clientCode, uothdep: '1,000' }], '2026-01-31')
    await pay(tenant, 400)
    const laterImportId = await importLines([{ urefno: clientCode, uothdep: '900' }], today)
    await pay(tenant, 50)
    expect(await loadBalances(tenant)).toEqual({ soaAmount: 900, receivedSince: 50, leftToPay: 850 })
    await undo(laterImportId)
    expect(await loadBalances(tenant)).toEqual({ soaAmount: 1000, receivedSince: 450, leftToPay: 550 })
    // The new statement is dated today, so its amount includes the payments posted up to today.
    await importLines([{ urefno: clientCode, uothdep: '900' }], today)
    expect(await loadBalances(tenant)).toEqual({ soaAmount: 900, receivedSince: 0, leftToPay: 900 })
    const { data, balance } = await loadLedger(tenant)
    expect(data.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance)
  })

  test('leaves a ledger ordered by date, each balance following from the previous one', async () => {
    const tenant = await portal.as('client')
    const clientCode = tenant.account.clientCode
    const [first, second] = [getDayFromNow(-40), getDayFromNow(-10)]
    await importLines([{ urefno: clientCode, uothdep: '1,000' }], first)
    const wrongImportId = await importLines([{ urefno: clientCode, uothdep: '20,000' }], second)
    await pay(tenant, 300)
    await undo(wrongImportId)
    await importLines([{ urefno: clientCode, uothdep: '2,000' }], second)
    await charge(tenant, { amount: 50, date: getDayFromNow(-20) })
    const { data, balance } = await loadLedger(tenant)
    expect(data.map((entry) => [entry.date, entry.kind, entry.amount, entry.balance])).toEqual([
      [today, 'payment', -300, 1750],
      [second, 'statement', 1000, 2050],
      [second, 'statement', -19_000, 1050],
      [second, 'statement', 19_000, 20_050],
      [getDayFromNow(-20), 'charge', 50, 1050],
      [first, 'statement', 1000, 1000],
    ])
    expect(balance).toBe(1750)
    const page = (await admin.get<Ledger>(`/ledger/${tenant.id}?limit=2&page=2`)).body.data
    expect(page).toEqual(data.slice(2, 4))
    expect(data[2]?.label).toMatch(/^Withdrawn \d{1,2} [A-Z][a-z]{2} \d{4}$/)
  })

  test('can be undone although a later import saved nothing', async () => {
    const clientCode = generateCode()
    await importLines([{ urefno: clientCode, uothdep: '100' }], '2026-01-31')
    const wrongImportId = await importLines([{ urefno: clientCode, uothdep: '900' }], '2026-02-28')
    const unchangedImport = await importLines([{ urefno: clientCode, uothdep: '900' }], '2026-02-28')
    expect(await findImportRecord(unchangedImport)).toMatchObject({
      state: 'done',
      unchanged: 1,
      canUndo: false,
    })
    expect(await findImportRecord(wrongImportId)).toMatchObject({ canUndo: true })
    expect((await undo(wrongImportId)).status).toBe(200)
    expect((await findTenant(clientCode))?.soa_amount).toBe(100)
  })

  test('is the one that changed something, if its list was sent twice under one name', async () => {
    const [knownCode, newCode] = [generateCode(), generateCode()]
    await importLines([{ urefno: knownCode, uothdep: '100' }], '2026-01-31')
    const [uniqId, pdfFiles] = [
      createUniqId(),
      createImportRows({ [knownCode]: '900', [newCode]: '50' }, '2026-02-28'),
    ]
    const saveList = () => admin.put('/tenant-soa-info', { uniqId, pdfFiles })
    expect((await saveList()).body).toMatchObject({ created: 1, updated: 1 })
    expect((await saveList()).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    expect(await undo(uniqId)).toMatchObject({ status: 200, body: { restored: 1, closed: 1, kept: [] } })
    expect(await findTenant(knownCode)).toMatchObject({ soa_amount: 100 })
    expect(await findTenant(newCode)).toBeUndefined()
  })

  test('keeps fields changed since, and lists them', async () => {
    const clientCode = generateCode()
    await importLines([{ urefno: clientCode, uothdep: '100' }], '2026-01-31')
    const tenantBefore = await findTenantColumns(clientCode)
    const line = { urefno: clientCode, uothdep: '250', uoccname: 'Imported', uocctel1: '1' }
    const laterImportId = await importLines([line], '2026-02-28')
    const id = tenantBefore.id
    const editAnswer = await admin.put(`/tenant/${id}`, { uocctel1: '0999' })
    expect(editAnswer.status).toBe(200)
    const { body } = await undo(laterImportId)
    const keptRow = {
      urefno: clientCode,
      row: 1,
      file: 'pdfFiles',
      reason: 'Changed since and kept: uocctel1.',
    }
    expect(body).toMatchObject({ restored: 1, kept: [keptRow] })
    expect(await findTenantColumns(clientCode)).toEqual({
      ...tenantBefore,
      uocctel1: '0999',
      phones: '\n0999\n',
    })
    expect(await lines(laterImportId, 'kept')).toMatchObject([{ urefno: clientCode, reason: keptRow.reason }])
    expect(await findImportRecord(laterImportId)).toMatchObject({ kept: 1 })
  })

  test('closes the tenants that it created, unless other records refer to them', async () => {
    const [unusedCode, creditedCode, loginCode, feedbackCode] = [
      generateCode(),
      generateCode(),
      generateCode(),
      generateCode(),
    ]
    const importedLines = [unusedCode, creditedCode, loginCode, feedbackCode].map((clientCode) => ({
      urefno: clientCode,
      uothdep: '300',
    }))
    const uniqId = await importLines(importedLines, '2026-02-28')
    const findTenantId = async (clientCode: string) => Number((await findTenant(clientCode))?.id)
    const [creditedTenantId, loginTenantId, feedbackTenantId] = [
      await findTenantId(creditedCode),
      await findTenantId(loginCode),
      await findTenantId(feedbackCode),
    ]
    const closedId = await findTenantId(unusedCode)
    const credit = { kind: 'credit', label: 'Dues', amount: 20, date: today, remarks: 'Overcharged' }
    expect((await admin.post('/ledger-entry', { ...credit, tenantId: creditedTenantId })).status).toBe(201)
    await portal.db
      .updateTable('tenants')
      .set({ password_hash: 'x' })
      .where('id', '=', loginTenantId)
      .execute()
    await portal.db.insertInto('feedbacks').values({ tenant_id: feedbackTenantId, rate: 5 }).execute()

    const { body } = await undo(uniqId)
    expect(body).toMatchObject({ restored: 0, closed: 1, notified: 3 })
    expect(body.kept.map(({ urefno, reason }) => [urefno, reason])).toEqual([
      [creditedCode, 'This tenant was not closed and has charges or credits.'],
      [loginCode, 'This tenant was not closed and has a login.'],
      [feedbackCode, 'This tenant was not closed and has feedback.'],
    ])
    expect(await findTenant(unusedCode)).toBeUndefined()
    expect(await listTitles(loginTenantId)).toEqual(['Statement withdrawn', 'New statement of account'])
    expect(await listTitles(closedId)).toEqual(['New statement of account'])
    expect(await findTenant(loginCode)).toMatchObject({ soa_amount: 0, soa_date: null, soa_name: null })
    expect((await findLedger(creditedTenantId)).balance).toBe(-20)
    expect((await findLedger(loginTenantId)).balance).toBe(0)
    const secondImportId = await importLines(importedLines, '2026-02-28')
    expect(await findImportRecord(secondImportId)).toMatchObject({ created: 1, updated: 3, unchanged: 0 })
    expect((await findLedger(loginTenantId)).balance).toBe(300)
    const thirdImportId = await importLines(importedLines, '2026-02-28')
    expect(await findImportRecord(thirdImportId)).toMatchObject({ created: 0, updated: 0, unchanged: 4 })
  })

  test('closes no tenant with a session, tickets, payments, comments or another statement', async () => {
    const reasonsToKeep = ['a session', 'tickets', 'payments', 'comments', 'other statements']
    const tenantsToKeep = reasonsToKeep.map((reason) => [generateCode(), reason] as const)
    const uniqId = await importLines(
      tenantsToKeep.map(([clientCode]) => ({ urefno: clientCode, uothdep: '300' })),
      '2026-02-28',
    )
    const tenants = await Promise.all(tenantsToKeep.map(([clientCode]) => findTenant(clientCode)))
    const [onlineTenantId = 0, ticketTenantId = 0, payingTenantId = 0, commentingTenantId = 0] = tenants.map(
      (tenant) => Number(tenant?.id),
    )
    await createSession(portal.db, 'client', onlineTenantId)
    expect(
      (await admin.post('/ticket', { ...createExample('gatePass'), tenantId: ticketTenantId })).status,
    ).toBe(201)
    const cashPaymentBody = { tenantId: payingTenantId, type: 4, amountPaid: 100 }
    expect((await admin.post('/counter-payment', cashPaymentBody)).status).toBe(201)
    const { id: post_id } = await publishPost(admin)
    await portal.db
      .insertInto('comments')
      .values({ post_id, tenant_id: commentingTenantId, comment: 'Hello' })
      .execute()
    const laterImportId = await importLines(
      [{ urefno: tenantsToKeep[4]?.[0] ?? '', uothdep: '400' }],
      '2026-03-31',
    )
    const undoneColumns = { state: 'undone', undone_at: new Date() } as const
    await portal.db
      .updateTable('statement_imports')
      .set(undoneColumns)
      .where('uniq_id', '=', laterImportId)
      .execute()

    const { body } = await undo(uniqId)
    expect(body.closed).toBe(0)
    expect(body.kept.map(({ urefno, reason }) => [urefno, reason])).toEqual(
      tenantsToKeep.map(([clientCode, reason]) => [
        clientCode,
        `This tenant was not closed and has ${reason}.`,
      ]),
    )
  })

  test('removes the PDF that completed a statement', async () => {
    const tenant = await portal.as('client')
    const clientCode = tenant.account.clientCode
    await importFiles(createImportFiles({ [clientCode]: '100' }, '2026-01-31'))
    const laterImportId = await importWithPdf({ urefno: clientCode, uothdep: '100' }, '2026-01-31')
    const name = (await findTenant(clientCode))?.soa_name
    expect(name).toEqual(expect.any(String))
    await undo(laterImportId)
    expect(await findTenant(clientCode)).toMatchObject({ soa_amount: 100, soa_name: null })
    expect((await tenant.get<{ data: UntypedBody[] }>('/statements')).body.data).toMatchObject([
      { soaName: null },
    ])
    expect((await tenant.get(`/file?name=soa/pdf/${name}`)).status).toBe(404)
  })

  test('that changed only fields keeps the PDF and notifies nobody', async () => {
    const tenant = await portal.as('client')
    const clientCode = tenant.account.clientCode
    await importWithPdf({ urefno: clientCode, uothdep: '100' }, '2026-01-31')
    const tenantBefore = await findTenantColumns(clientCode)
    const laterImportId = await importWithPdf(
      { urefno: clientCode, uothdep: '100', uocctel1: '1' },
      '2026-01-31',
    )
    expect((await undo(laterImportId)).body).toMatchObject({ restored: 1, notified: 0 })
    expect(await findTenantColumns(clientCode)).toEqual(tenantBefore)
    expect((await tenant.get(`/file?name=soa/pdf/${tenantBefore.soa_name}`)).status).toBe(200)
    expect((await findLedger(tenantBefore.id)).total).toBe(1)
  })
})

describe('an import', () => {
  test('can be undone until a later one is saved, and again after that one is undone', async () => {
    const clientCode = generateCode()
    const firstImportId = await importLines([{ urefno: clientCode, uothdep: '100' }], '2026-01-31')
    const secondImportId = await importLines([{ urefno: clientCode, uothdep: '200' }], '2026-02-28')
    expect(await findImportRecord(firstImportId)).toMatchObject({ canUndo: false })
    expect(await undo<UntypedBody>(firstImportId)).toMatchObject({
      status: 409,
      body: { code: 'importNotLatest', message: 'A later import was saved. Only the latest can be undone.' },
    })
    await undo(secondImportId)
    expect(await undo<UntypedBody>(secondImportId)).toMatchObject({
      status: 409,
      body: { code: 'importNotSaved' },
    })
    expect(await save(secondImportId)).toMatchObject({ status: 409, body: { code: 'alreadyDone' } })
    expect(await findImportRecord(firstImportId)).toMatchObject({ canUndo: true })
    expect((await undo(firstImportId)).body).toMatchObject({ closed: 1 })
    expect(await findTenant(clientCode)).toBeUndefined()
  })

  test('cannot be undone before it is saved', async () => {
    const uniqId = await prepareRows(portal, admin, createImportRows({ [generateCode()]: '1' }))
    expect(await undo<UntypedBody>(uniqId)).toMatchObject({
      status: 409,
      body: { code: 'importNotSaved', message: 'Only a saved import can be undone.' },
    })
    await admin.delete(`/statement-imports/${uniqId}`)
    expect(await undo<UntypedBody>(uniqId)).toMatchObject({ status: 409, body: { code: 'importNotSaved' } })
    expect((await undo('nothing')).status).toBe(404)
  })

  test('is undone once by two simultaneous calls', async () => {
    const codes = [generateCode(), generateCode()]
    const uniqId = await importLines(
      codes.map((clientCode) => ({ urefno: clientCode, uothdep: '5' })),
      '2026-02-28',
    )
    const otherAdmin = await portal.as('admin')
    const undoResponses = await Promise.all([
      undo<UntypedBody>(uniqId),
      createImportCalls(portal, otherAdmin).undo<UntypedBody>(uniqId),
    ])
    expect(undoResponses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(undoResponses.find(({ status }) => status === 200)?.body).toMatchObject({ closed: 2 })
    expect(undoResponses.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'importNotSaved' })
  })

  test('prepared before an undo and saved after it is compared with the restored statement', async () => {
    const clientCode = generateCode()
    await importLines([{ urefno: clientCode, uothdep: '10' }], '2026-01-31')
    const february = await prepareRows(portal, admin, createImportRows({ [clientCode]: '20' }, '2026-02-28'))
    const march = await importLines([{ urefno: clientCode, uothdep: '30' }], '2026-03-31')
    await undo(march)
    expect((await save(february)).body).toMatchObject({ updated: 1, skipped: [] })
    expect(await findTenant(clientCode)).toMatchObject({ soa_amount: 20 })
  })
})

test('imports are listed in the order of saving', async () => {
  const earlyImportId = await prepareRows(portal, admin, createImportRows({ [generateCode()]: '1' }))
  const lateImportId = await importLines([{ urefno: generateCode(), uothdep: '1' }], '2026-02-28')
  await save(earlyImportId)
  const { data } = (await admin.get<{ data: StatementImport[] }>('/statement-imports?limit=2')).body
  expect(data.map(({ uniqId }) => uniqId)).toEqual([earlyImportId, lateImportId])
})
