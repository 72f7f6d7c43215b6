import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLedgerCalls, getDayFromNow } from '#features/ledger/testing.ts'
import { uploadProof } from '#features/posting/testing.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { postFile } from '#testing/uploads.ts'
import type { Ledger } from '@tahanan/contract/billing/answers.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import {
  createCodeGenerator,
  createImportFiles,
  createImportCalls,
  createUniqId,
  createSavedAnswer,
  createSoaCsv,
  createStatementPdf,
  createWebClientCsv,
  type ImportBody,
} from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const { prepare, save, uploadPdfs, importFiles, findImportRecord, lines, findTenant, listStatements } =
  createImportCalls(portal, admin)

test('without planner statistics, the first import reads only the ledger of each statement', async () => {
  const readRowCount = await portal.db.transaction().execute(async (tx) => {
    for (const codePrefix of ['Q', 'R', 'S', 'T']) {
      await sql`insert into tenants (client_code) select ${codePrefix} || n from generate_series(1, 150) n`.execute(
        tx,
      )
      await sql`insert into statements (tenant_id, title, soa_amount, soa_date)
        select id, 'May', 10, now() from tenants where client_code ~ ${codePrefix}`.execute(tx)
      await sql`update tenants set soa_amount = 10 where client_code ~ ${codePrefix}`.execute(tx)
      await sql`insert into ledger_entries (tenant_id, kind, date, statement_id)
        select t.id, 'statement', now(), s.id from tenants t join statements s on s.tenant_id = t.id
        where client_code ~ ${codePrefix}`.execute(tx)
    }
    const { rows } = await sql<{ read: number }>`select seq_tup_read + idx_tup_fetch as read
      from pg_stat_xact_user_tables where relname = 'ledger_entries'`.execute(tx)
    await sql`delete from ledgers where tenant_id in (select id from tenants where client_code ~ '^[QRST]')`.execute(
      tx,
    )
    return rows[0]?.read
  })
  expect(readRowCount).toBeLessThan(3 * 600)
})

test('the preview shows what each row will change and changes nothing; saving changes it', async () => {
  const existingTenant = await portal.as('client', { clientCode: 'A-101', soaAmount: 500 })
  const soaCsv = createSoaCsv([{ urefno: 'a-101 ' }, { urefno: 'NEW-1' }])
  const windows1252Lines = [
    { urefno: 'A-101', uothdep: '1,234.50', uoccname: 'PEÑA' },
    { urefno: 'NEW-1', uothdep: 'PHP 20' },
    { urefno: 'BAD-1', uothdep: '--5' },
  ]
  const preparedImport = await prepare({
    soa: soaCsv,
    webClient: Buffer.from(createWebClientCsv(windows1252Lines), 'latin1'),
  })
  expect(preparedImport.status).toBe(201)
  expect(preparedImport.body).toMatchObject({
    state: 'prepared',
    total: 2,
    saved: 0,
    created: 1,
    updated: 1,
    unchanged: 0,
    refused: 1,
    amountBefore: 500,
    amountAfter: 1254.5,
    missingPdfs: 2,
    files: { uploaded: 0 },
  })
  const refusedRow = { urefno: 'BAD-1', file: 'webclient.csv', reason: 'The amount cannot be read: --5.' }
  expect(await lines(preparedImport.uniqId, 'refused')).toMatchObject([
    { ...refusedRow, line: 4, verdict: 'refused' },
  ])
  expect(await lines(preparedImport.uniqId)).toMatchObject([
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
    { urefno: 'BAD-1', verdict: 'refused' },
  ])
  expect(await findTenant('NEW-1')).toBeUndefined()
  expect((await findTenant('A-101'))?.soa_amount).toBe(500)

  const uploadAnswer = await uploadPdfs(preparedImport.uniqId, {
    'A-101.PDF': createStatementPdf('a'),
    'other.pdf': createStatementPdf('b'),
  })
  expect(uploadAnswer.body.data).toEqual([
    { name: 'A-101.PDF', ok: true },
    { name: 'other.pdf', ok: true },
  ])
  const saveAnswer = await save(preparedImport.uniqId)
  const refusedRows = [{ ...refusedRow, row: 4 }]
  expect(saveAnswer.body).toEqual(
    createSavedAnswer({ count: 2, total: 2, created: 1, updated: 1, refused: refusedRows }),
  )
  expect(await findTenant('BAD-1')).toBeUndefined()

  const tenant = await findTenant('A-101')
  expect(tenant).toMatchObject({
    soa_amount: 1234.5,
    title: 'Statement of Account, October 2026',
    uoccname: 'PEÑA',
  })
  expect(tenant?.soa_date?.toISOString()).toBe('2026-10-30T16:00:00.000Z')
  const createdTenant = await findTenant('NEW-1')
  expect(createdTenant).toMatchObject({
    soa_amount: 20,
    password_hash: null,
    type: 3,
    status: 1,
    post_by_id: admin.id,
    soa_name: null,
  })
  expect(await listStatements('A-101')).toMatchObject([
    { soa_amount: 1234.5, attachment: 'a-101 .pdf', soa_name: tenant?.soa_name },
  ])

  const statementsAnswer = await existingTenant.get<{
    data: { src: string; soaAmount: number }[]
    total: number
  }>('/statements')
  expect(statementsAnswer.body).toMatchObject({
    total: 1,
    data: [{ soaAmount: 1234.5, title: 'Statement of Account, October 2026' }],
  })
  expect((await portal.app.inject({ url: statementsAnswer.body.data[0]?.src ?? '' })).statusCode).toBe(200)
  expect((await existingTenant.get(`/file?name=soa/pdf/${tenant?.soa_name}`)).status).toBe(200)
  const otherTenant = await portal.as('client')
  expect((await otherTenant.get(`/file?name=soa/pdf/${tenant?.soa_name}`)).status).toBe(404)

  expect(await findImportRecord(preparedImport.uniqId)).toMatchObject({
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
  const { loadBalances, pay } = createLedgerCalls(portal, admin)
  const [earlyTenant, lateTenant, unchangedTenant] = [
    await portal.as('client'),
    await portal.as('client'),
    await portal.as('client'),
  ]
  const codes = [earlyTenant, lateTenant, unchangedTenant].map(({ account }) => account.clientCode)
  const createFiles = (dates: readonly string[], amounts: readonly string[]) => ({
    soa: createSoaCsv(codes.map((code, index) => ({ urefno: code, invdate: dates[index] ?? '' }))),
    webClient: createWebClientCsv(
      codes.map((code, index) => ({ urefno: code, uothdep: amounts[index] ?? '' })),
    ),
  })
  const january = ['2026-01-31', '2026-01-31', '2026-01-31']
  await importFiles(createFiles(january, ['900', '900', '900']))
  await pay(earlyTenant, 100)
  await pay(lateTenant, 200)
  await pay(lateTenant, 30)
  await pay(unchangedTenant, 4)
  // Three rows: dated before the payments, dated after them, and equal to the stored statement.
  const nextFiles = createFiles(['2026-02-28', getDayFromNow(0), '2026-01-31'], ['1000', '1000', '900'])
  const { body, uniqId } = await prepare(nextFiles)
  expect(body).toMatchObject({ inStatement: 230, receivedSince: 104 })
  expect(await lines(uniqId)).toMatchObject([
    { inStatement: 0, receivedSince: 100 },
    { inStatement: 230, receivedSince: 0 },
    { inStatement: 0, receivedSince: 4 },
  ])
  await save(uniqId)
  expect([
    await loadBalances(earlyTenant),
    await loadBalances(lateTenant),
    await loadBalances(unchangedTenant),
  ]).toMatchObject([
    { receivedSince: 100, leftToPay: 900 },
    { receivedSince: 0, leftToPay: 1000 },
    { receivedSince: 4, leftToPay: 896 },
  ])
  expect(await lines(uniqId)).toMatchObject(codes.map(() => ({ inStatement: null, receivedSince: null })))
})

test('a negative amount is imported as a credit, also of a new tenant, and the next one as a balance', async () => {
  const tenant = await portal.as('client', { soaAmount: 100 })
  const { clientCode } = tenant.account
  const { uniqId, body } = await prepare(
    createImportFiles({ [clientCode]: '(1,234.50)', 'CREDIT-1': '-20' }, '31/10/2026'),
  )
  expect(body).toMatchObject({ created: 1, updated: 1, amountBefore: 100, amountAfter: -1254.5 })
  await save(uniqId)
  const expectedBalance = { soaAmount: -1234.5, receivedSince: 0, leftToPay: -1234.5 }
  expect((await tenant.get<Tenant>(`/tenant/${tenant.id}`)).body).toMatchObject(expectedBalance)
  expect((await tenant.get('/me')).body).toMatchObject(expectedBalance)
  expect((await tenant.get('/statements')).body.data).toMatchObject([{ soaAmount: -1234.5 }])
  expect((await tenant.get<Ledger>(`/ledger/${tenant.id}`)).body).toMatchObject({
    balance: -1234.5,
    data: [{ kind: 'statement', amount: -1334.5 }, { amount: 100 }],
  })
  const storedNotifications = await portal.db
    .selectFrom('notifications')
    .select('message')
    .where('tenant_id', '=', tenant.id)
    .execute()
  expect(storedNotifications).toEqual([
    { message: 'Statement of Account, October 2026: credit of ₱1,234.50' },
  ])
  expect(await findTenant('CREDIT-1')).toMatchObject({ soa_amount: -20 })
  const nextImport = await prepare(createImportFiles({ 'CREDIT-1': '30' }, '30/11/2026'))
  expect(nextImport.body).toMatchObject({ amountBefore: -20, amountAfter: 30 })
  await save(nextImport.uniqId)
  expect(await findTenant('CREDIT-1')).toMatchObject({ soa_amount: 30 })
})

const generateCode = createCodeGenerator('Z')

test('an ambiguous order of dates is asked about, and nothing is stored until the answer', async () => {
  const files = createImportFiles({ [generateCode()]: '1' }, '05/09/2026')
  const questionAnswer = await prepare(files)
  expect(questionAnswer.status).toBe(200)
  expect(questionAnswer.body).toEqual({ state: 'question', question: 'dateOrder', examples: ['05/09/2026'] })
  expect((await admin.get(`/statement-imports/${questionAnswer.uniqId}`)).status).toBe(404)
  const secondAnswer = await prepare({ ...files, dateOrder: 'MDY' })
  expect(await lines(secondAnswer.uniqId)).toMatchObject([{ invdate: '2026-05-08T16:00:00.000Z' }])
})

test('a file that is refused as a whole stores nothing', async () => {
  const { status, body, uniqId } = await prepare({ webClient: 'urefno,uoccname\nA,B\n' })
  const missingColumnError = expect.stringContaining('no column uothdep')
  expect([status, body.errors]).toEqual([400, { webClientFile: [missingColumnError] }])
  expect((await admin.get(`/statement-imports/${uniqId}`)).status).toBe(404)
})

const uploadSoaFile = (content: Buffer) => postFile(portal, admin, 'soa/csv', content, 'x.csv')

test('a file that is no CSV is refused at its upload with the reason', async () => {
  expect(await uploadSoaFile(Buffer.from('%PDF-1.7 …'))).toMatchObject({
    status: 415,
    body: { message: expect.stringContaining('not a workbook or a PDF. Save it as CSV first') },
  })
  expect((await uploadSoaFile(Buffer.from('\ufeffurefno', 'utf16le'))).status).toBe(201)
  for (const utf16Content of ['\ufeff<html>', '\ufeffa\u0003'])
    expect((await uploadSoaFile(Buffer.from(utf16Content, 'utf16le'))).status).toBe(415)
  expect((await uploadSoaFile(Buffer.from('urefno,\0\n'))).status).toBe(415)
  expect(await uploadSoaFile(Buffer.alloc(0))).toMatchObject({
    status: 400,
    body: { message: 'This file is empty.' },
  })
})

test('a tenant only in the SOA file keeps the amount and gets the statement; an unknown one is refused', async () => {
  const existingTenant = await portal.as('client', { clientCode: generateCode(), soaAmount: 777 })
  const soaCsv = createSoaCsv([{ urefno: existingTenant.account.clientCode }, { urefno: 'NOBODY-1' }])
  const { uniqId } = await prepare({ soa: soaCsv })
  expect(await lines(uniqId)).toMatchObject([
    { verdict: 'changed', amountBefore: 777, amountAfter: 777 },
    { verdict: 'refused', reason: expect.stringContaining('No tenant has this reference') },
  ])
  expect((await save(uniqId)).body).toMatchObject({ count: 1, updated: 1 })
  expect(await listStatements(existingTenant.account.clientCode)).toMatchObject([
    { soa_amount: 777, title: 'Statement of Account, October 2026' },
  ])
})

test('a tenant only in the web-client file keeps date and PDF and gets the amount', async () => {
  const code = generateCode()
  await importFiles(createImportFiles({ [code]: '10' }, '31/10/2026'))
  const tenantBefore = await findTenant(code)
  await importFiles(createImportFiles({ [code]: '20' }))
  const tenantAfter = await findTenant(code)
  expect(tenantAfter).toMatchObject({
    soa_amount: 20,
    soa_date: tenantBefore?.soa_date,
    title: tenantBefore?.title,
  })
  expect(await listStatements(code)).toMatchObject([
    { soa_amount: 10 },
    { soa_amount: 20, soa_date: tenantBefore?.soa_date },
  ])
})

test("a deleted tenant's code creates a new tenant, and the deleted one stays unchanged", async () => {
  const deletedTenant = await portal.as('client', { clientCode: generateCode(), soaAmount: 5 })
  await portal.db.updateTable('tenants').set({ status: 0 }).where('id', '=', deletedTenant.id).execute()
  const { uniqId, body } = await prepare(createImportFiles({ [deletedTenant.account.clientCode]: '9' }))
  expect(body).toMatchObject({ created: 1 })
  await save(uniqId)
  expect(await findTenant(deletedTenant.account.clientCode)).toMatchObject({ soa_amount: 9 })
  expect(
    await portal.db
      .selectFrom('tenants')
      .select('soa_amount')
      .where('id', '=', deletedTenant.id)
      .executeTakeFirst(),
  ).toEqual({ soa_amount: 5 })
})

test('a code that another tenant has since the preview, or none, is refused', async () => {
  const changedReason = expect.stringContaining('The tenant of this code was changed')
  const renamedTenant = await portal.as('client', { clientCode: 'RENAMED-1', soaAmount: 10 })
  const formerTenant = await portal.as('client', { clientCode: 'HANDED-1', soaAmount: 20 })
  const { uniqId } = await prepare(createImportFiles({ 'RENAMED-1': '500', 'HANDED-1': '600' }, '31/10/2026'))
  await uploadPdfs(uniqId, { 'HANDED-1.pdf': createStatementPdf('HANDED-1') })
  await admin.put(`/tenant/${renamedTenant.id}`, { clientCode: 'RENAMED-2' })
  await portal.db.updateTable('tenants').set({ status: 0 }).where('id', '=', formerTenant.id).execute()
  const nextTenant = await portal.as('client', { clientCode: 'handed-1', soaAmount: 30 })
  expect((await save(uniqId)).body).toMatchObject({
    count: 0,
    created: 0,
    updated: 0,
    refused: [
      { urefno: 'RENAMED-1', reason: changedReason },
      { urefno: 'HANDED-1', reason: changedReason },
    ],
  })
  expect(await findTenant('RENAMED-1')).toBeUndefined()
  expect(await findTenant('RENAMED-2')).toMatchObject({ id: renamedTenant.id, soa_amount: 10 })
  expect(await findTenant('handed-1')).toMatchObject({ id: nextTenant.id, soa_amount: 30, soa_name: null })
  expect(await listStatements('handed-1')).toEqual([])
})

test('files uploaded by others or to other folders are refused', async () => {
  const otherAdmin = await portal.as('admin')
  const importOfOtherAdmin = await createImportCalls(portal, otherAdmin).prepare(
    createImportFiles({ [generateCode()]: '1' }),
  )
  const key = (
    await portal.db
      .selectFrom('statement_imports')
      .select('web_client_file')
      .where('uniq_id', '=', importOfOtherAdmin.uniqId)
      .executeTakeFirst()
  )?.web_client_file
  const viewer = await portal.as('admin', { roles: { tenants: ['view'], billings: ['view'] } })
  const findFileStatus = async (caller: LoggedInCaller) => (await caller.get(`/file?name=${key}`)).status
  expect([await findFileStatus(otherAdmin), await findFileStatus(viewer)]).toEqual([200, 404])
  for (const webClientFile of [
    key,
    (await uploadProof(portal, admin)).url,
    'soa/csv/nothing-00000000000000000000000000000000.csv',
    '../../etc/passwd',
    'images/x.png',
  ]) {
    const prepareResponse = await admin.post<ImportBody>('/statement-imports', {
      uniqId: createUniqId(),
      webClientFile,
    })
    expect(prepareResponse.status).toBe(400)
    expect(prepareResponse.body.errors['webClientFile']).toEqual(['This file was not uploaded here.'])
  }
  expect((await admin.post('/statement-imports', { uniqId: createUniqId() })).status).toBe(400)
  expect((await admin.post('/statement-imports', { uniqId: '../x', webClientFile: key })).status).toBe(400)
})
