import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { UntypedBody } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { resumeImports, saveImport, undoImport } from './saving/save-import.ts'
import {
  createSavedAnswer,
  createAmounts,
  createImportFiles,
  createImportCalls,
  createSoaCsv,
  createStatementPdf,
  createWebClientCsv,
} from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const { prepare, save, undo, importFiles, uploadPdfs, findImportRecord, findTenant } = createImportCalls(
  portal,
  admin,
)
afterEach(() => removeFault())

const WRITTEN_TABLES = [
  'tenants',
  'statement_import_rows',
  'statements',
  'files',
  'notifications',
  'outbox',
  'statement_imports',
] as const
const CHUNK_ROWS = 3

async function failNthWrite(
  table: string,
  writeNumber: number,
  failureKind: 'error' | 'crash',
): Promise<void> {
  const failureStatement =
    failureKind === 'error'
      ? `raise exception 'broken off' using errcode = 'internal_error'`
      : 'perform pg_terminate_backend(pg_backend_pid())'
  // The counter is a sequence because a rolled-back transaction does not reset it.
  await sql
    .raw(`create sequence blows;
    create function blow() returns trigger language plpgsql as $$
      begin if nextval('blows') = ${writeNumber} then ${failureStatement}; end if; return null; end $$;
    create trigger blow after insert or update on ${table} for each statement execute function blow();`)
    .execute(portal.db)
}
async function removeFault(): Promise<void> {
  await sql.raw('drop function if exists blow() cascade; drop sequence if exists blows').execute(portal.db)
}

let communityCount = 0

const createPdfs = (codes: readonly string[], month: string) =>
  Object.fromEntries(
    codes.map((code) => [`${code}.pdf`, createStatementPdf(`${code.split('-')[1]} ${month}`)]),
  )

async function createCommunity() {
  const prefix = `C${++communityCount}`
  const createCodes = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `${prefix}-${from + index}`)
  const createMonthFiles = (clientCodes: readonly string[], statementDate: string, amount: number) => ({
    soa: createSoaCsv(clientCodes.map((clientCode) => ({ urefno: clientCode, invdate: statementDate }))),
    webClient: createWebClientCsv([
      ...clientCodes.map((clientCode) => ({ urefno: clientCode, uothdep: String(amount) })),
      { urefno: `${prefix}-bad`, uothdep: '--1' },
    ]),
  })
  const october = await prepare(createMonthFiles(createCodes(1, 4), '31/10/2026', 100))
  await uploadPdfs(october.uniqId, createPdfs(createCodes(1, 4), 'october'))
  await save(october.uniqId)
  const november = await prepare(createMonthFiles(createCodes(2, 7), '30/11/2026', 200))
  await uploadPdfs(november.uniqId, createPdfs(createCodes(2, 6), 'november'))
  const { id } = await portal.db
    .selectFrom('statement_imports')
    .select('id')
    .where('uniq_id', '=', november.uniqId)
    .executeTakeFirstOrThrow()
  return { prefix, uniqId: november.uniqId, id }
}

type Community = Awaited<ReturnType<typeof createCommunity>>

async function loadOutcome({ prefix, uniqId, id }: Community) {
  const queryRows = async (text: string) =>
    (
      await sql
        .raw<Record<string, unknown>>(
          text.replaceAll('$prefix', `'${prefix}-%'`).replaceAll('$import', String(id)),
        )
        .execute(portal.db)
    ).rows
  const outcome = {
    tenants: await queryRows(`select client_code, uoccname, soa_amount, soa_date, title, type, status,
      soa_name is not null as has_pdf,
      password_hash from tenants where client_code like $prefix order by client_code`),
    statements: await queryRows(`select t.client_code, s.soa_amount, s.soa_date, s.title, s.attachment,
      encode(s.sha256, 'hex') as sha,
      s.soa_name = t.soa_name as present, s.undone_at is not null as undone
      from statements s join tenants t on t.id = s.tenant_id
      where t.client_code like $prefix order by t.client_code, s.id`),
    files:
      await queryRows(`select t.client_code, f.name, f.bytes from files f join tenants t on t.id = f.owner_id
      where f.owner_kind = 'statement' and t.client_code like $prefix order by t.client_code, f.name, f.bytes`),
    notifications: await queryRows(`select t.client_code, n.title, n.message, n.link
      from notifications n join tenants t on t.id = n.tenant_id
      where t.client_code like $prefix order by t.client_code, n.id`),
    told: await queryRows(`select t.client_code, count(*) as times from outbox o
      cross join lateral jsonb_array_elements(o.payload -> 'tenantIds') as changed(id)
      join tenants t on t.id = changed.id::bigint
      where o.topic = 'balances' and t.client_code like $prefix group by 1 order by 1`),
    ledgers: await queryRows(`select t.client_code, e.n, e.kind, e.label, e.amount, e.balance,
      e.covered_by is not null as covered
      from ledger_entries e join tenants t on t.id = e.tenant_id
      where t.client_code like $prefix order by t.client_code, e.n`),
    rows: await queryRows(`select urefno, verdict, reason, amount_before, amount_after, statement,
      saved_at is not null as saved,
      undone_at is not null as undone, kept
      from statement_import_rows where import_id = $import order by row`),
    record: {
      ...(await findImportRecord(uniqId)),
      uniqId: '',
      created_at: '',
      done_at: '',
      undone_at: '',
      // `canUndo` depends on whether the run saves a later import, so its value is not compared.
      canUndo: false,
    },
  }
  return JSON.parse(JSON.stringify(outcome).replaceAll(`${prefix}-`, 'C-')) as typeof outcome
}

async function createSavedCommunity() {
  const community = await createCommunity()
  const chargedTenant = await findTenant(`${community.prefix}-2`)
  const charge = { kind: 'charge', label: 'Water', amount: 10, date: '2026-11-01', remarks: 'Read late' }
  await admin.post('/ledger-entry', { ...charge, tenantId: chargedTenant?.id })
  await saveImport(portal.services, community.id, admin.id)
  const updateTenant = (code: string, to: { uocctel1?: string; password_hash?: string }) =>
    portal.db
      .updateTable('tenants')
      .set(to)
      .where('client_code', '=', `${community.prefix}-${code}`)
      .execute()
  await updateTenant('3', { uocctel1: 'changed since' })
  await updateTenant('6', { password_hash: 'x' })
  return community
}

async function findSaveProgress({ id }: Community) {
  const [row] = (
    await sql<{ saved: number; marked: number; state: string }>`
      select i.saved, i.state, 
        (select count(*) from statement_import_rows r
        where r.import_id = i.id and r.saved_at is not null) as marked
      from statement_imports i where i.id = ${id}`.execute(portal.db)
  ).rows
  return row
}

test('a save interrupted anywhere, any number of times, ends like an uninterrupted one', async () => {
  const uninterruptedCommunity = await createCommunity()
  await saveImport(portal.services, uninterruptedCommunity.id, admin.id, { chunkRows: CHUNK_ROWS })
  const expectedOutcome = await loadOutcome(uninterruptedCommunity)
  expect(expectedOutcome.record).toMatchObject({
    state: 'done',
    saved: 6,
    created: 3,
    updated: 3,
    refused: 1,
    missingPdfs: 1,
  })
  expect(expectedOutcome.told.map(({ times }) => times)).toEqual([1, 2, 2, 2, 1, 1, 1])

  let interruptionCount = 0
  for (const table of WRITTEN_TABLES) {
    for (const writeNumber of [1, 2, 3]) {
      const failureKind = writeNumber === 2 ? 'crash' : 'error'
      const community = await createCommunity()
      await failNthWrite(table, writeNumber, failureKind)
      const saveResult = await saveImport(portal.services, community.id, admin.id, {
        chunkRows: CHUNK_ROWS,
      }).catch(() => 'broken')
      await removeFault()
      if (saveResult === 'broken') interruptionCount += 1
      const state = await findSaveProgress(community)
      expect(state?.saved).toBe(state?.marked)
      if (writeNumber === 3) expect((await save(community.uniqId)).status).toBe(200)
      else {
        await resumeImports(portal.services, { chunkRows: CHUNK_ROWS })
        if (state?.state === 'prepared') await save(community.uniqId)
      }
      expect(await loadOutcome(community), `${table} ${writeNumber}`).toEqual(expectedOutcome)
    }
  }
  expect(interruptionCount).toBeGreaterThan(15)
})

test('an undo interrupted anywhere, any number of times, ends like an uninterrupted one', async () => {
  const uninterruptedCommunity = await createSavedCommunity()
  await undoImport(portal.services, uninterruptedCommunity.id, admin.id, { chunkRows: CHUNK_ROWS })
  const expectedOutcome = await loadOutcome(uninterruptedCommunity)
  expect(expectedOutcome.record).toMatchObject({ state: 'undone', undone: 6, kept: 1 })
  expect(expectedOutcome.tenants.map(({ status }) => status)).toEqual([1, 1, 1, 1, 0, 1, 0])

  let interruptionCount = 0
  for (const [tableIndex, table] of [...WRITTEN_TABLES, 'ledger_entries', 'audit_log'].entries()) {
    for (const writeNumber of [1, 2]) {
      const community = await createSavedCommunity()
      await failNthWrite(table, writeNumber, writeNumber === 1 ? 'crash' : 'error')
      const runUndo = () => undoImport(portal.services, community.id, admin.id, { chunkRows: CHUNK_ROWS })
      const undoResult = await runUndo().catch(() => 'broken')
      await removeFault()
      if (undoResult === 'broken') interruptionCount += 1
      const { state } = await findImportRecord(community.uniqId)
      const nextStep = (tableIndex + writeNumber) % 3
      if (state === 'done' || nextStep === 0) await runUndo().catch(() => undefined)
      else if (nextStep === 1) await saveImport(portal.services, (await createCommunity()).id, admin.id)
      else await resumeImports(portal.services, { chunkRows: CHUNK_ROWS })
      expect(await loadOutcome(community), `${table} ${writeNumber}`).toEqual(expectedOutcome)
    }
  }
  expect(interruptionCount).toBeGreaterThan(13)
})

test('CHANGE the same files again changes nothing', async () => {
  const community = await createCommunity()
  await saveImport(portal.services, community.id, admin.id)
  const outcomeBefore = await loadOutcome(community)
  const codes = [2, 3, 4, 5, 6, 7].map((n) => `${community.prefix}-${n}`)
  const repeatedImport = await prepare(createImportFiles(createAmounts(codes, '200'), '30/11/2026'))
  await uploadPdfs(repeatedImport.uniqId, createPdfs(codes.slice(0, 5), 'november'))
  expect((await save(repeatedImport.uniqId)).body).toEqual(
    createSavedAnswer({ count: 6, total: 6, unchanged: 6 }),
  )
  expect(await loadOutcome(community)).toEqual(outcomeBefore)
})

test('two simultaneous saves of one import save it once', async () => {
  const community = await createCommunity()
  const saveResponses = await Promise.all([
    save(community.uniqId),
    save(community.uniqId),
    save(community.uniqId),
  ])
  for (const { status, body } of saveResponses) {
    expect(status).toBe(200)
    expect(body).toMatchObject({ count: 6, total: 6, created: 3, updated: 3 })
  }
  expect((await loadOutcome(community)).notifications).toHaveLength(4 + 6)
})

test('simultaneous saves of two imports run one after the other', async () => {
  const otherAdmin = await portal.as('admin')
  const codes = Array.from({ length: 40 }, (_, index) => `TWO-${index}`)
  const otherAdminImports = createImportCalls(portal, otherAdmin)
  const ownImport = await prepare(createImportFiles(createAmounts(codes, '111')))
  const importOfOtherAdmin = await otherAdminImports.prepare(createImportFiles(createAmounts(codes, '222')))
  const saveResponses = await Promise.all([
    save(ownImport.uniqId),
    otherAdminImports.save(importOfOtherAdmin.uniqId),
  ])
  expect(saveResponses.map(({ status }) => status)).toEqual([200, 200])
  expect(saveResponses.reduce((sum, { body }) => sum + body.created, 0)).toBe(40)
  const soaAmounts = await portal.db
    .selectFrom('tenants')
    .select('soa_amount')
    .distinct()
    .where('client_code', 'like', 'TWO-%')
    .execute()
  expect(soaAmounts).toHaveLength(1)
})

test('an import undone while another is saved is undone before it, or not at all', async () => {
  const codes = Array.from({ length: 30 }, (_, index) => `MEANWHILE-${index}`)
  const createMonthFiles = (amount: string, statementDate: string) =>
    createImportFiles(createAmounts(codes, amount), statementDate)
  await importFiles(createMonthFiles('5', '2026-01-31'))
  const importToUndo = await importFiles(createMonthFiles('6', '2026-02-28'))
  const nextImport = await prepare(createMonthFiles('7', '2026-03-31'))
  const [undoResponse, saveResponse] = await Promise.all([
    undo<UntypedBody>(importToUndo),
    save(nextImport.uniqId),
  ])
  expect(saveResponse).toMatchObject({ status: 200, body: { updated: 30 } })
  expect([
    [200, undefined],
    [409, 'importNotLatest'],
  ]).toContainEqual([undoResponse.status, undoResponse.body.code])
  const storedAmounts = await portal.db
    .selectFrom('tenants')
    .innerJoin('ledgers', 'tenant_id', 'id')
    .select(['tenants.soa_amount', 'balance'])
    .distinct()
    .where('client_code', 'in', codes)
    .execute()
  expect(storedAmounts).toEqual([{ soa_amount: 7, balance: 7 }])
})

test('a call that waits too long is answered with the name of who is saving', async () => {
  const community = await createCommunity()
  await portal.db.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(7201533)`.execute(holder)
    try {
      await expect(saveImport(portal.services, community.id, admin.id, { waitMs: 50 })).rejects.toMatchObject(
        {
          code: 'importRunning',
        },
      )
      expect(await findSaveProgress(community)).toMatchObject({ state: 'prepared', saved: 0 })
    } finally {
      await sql`select pg_advisory_unlock(7201533)`.execute(holder)
    }
  })
})

test('unsaved rows of an earlier import are saved before a later import', async () => {
  const earlierImport = await prepare(createImportFiles({ 'ORDER-1': '100' }))
  await failNthWrite('notifications', 1, 'crash')
  expect((await save(earlierImport.uniqId)).status).toBeGreaterThanOrEqual(500)
  await removeFault()
  expect(await findImportRecord(earlierImport.uniqId)).toMatchObject({
    state: 'saving',
    saved: 0,
  })
  const laterImport = await prepare(createImportFiles({ 'ORDER-1': '200' }))
  expect((await save(laterImport.uniqId)).body).toMatchObject({ updated: 1 })
  await resumeImports(portal.services)
  expect(await findTenant('ORDER-1')).toMatchObject({ soa_amount: 200 })
  expect(await findImportRecord(earlierImport.uniqId)).toMatchObject({
    state: 'done',
    created: 1,
  })
})

async function rejectTenants(code: string): Promise<void> {
  await sql
    .raw(`create function blow() returns trigger language plpgsql as $$
      begin if new.client_code = '${code}' then raise exception 'unexpected'; end if; return new; end $$;
    create trigger blow before insert or update on tenants for each row execute function blow();
    alter table tenants add constraint poison check (client_code <> 'POISON-8') not valid`)
    .execute(portal.db)
}
async function removeRejection(): Promise<void> {
  await removeFault()
  await sql.raw('alter table tenants drop constraint poison').execute(portal.db)
}

test('a row that the database rejects is refused alone, and kept alone by an undo', async () => {
  const codes = Array.from({ length: 20 }, (_, index) => `POISON-${index}`)
  const { uniqId } = await prepare(createImportFiles(createAmounts(codes, '5')))
  await rejectTenants('POISON-7')
  expect((await save(uniqId)).body).toMatchObject({
    count: 18,
    total: 18,
    created: 18,
    refused: [
      { urefno: 'POISON-7', row: 9 },
      { urefno: 'POISON-8', row: 10 },
    ],
  })
  expect((await findImportRecord(uniqId)).unexpected).toBe(2)
  await removeRejection()

  await rejectTenants('POISON-9')
  const undoResponse = await undo(uniqId)
  await removeRejection()
  expect(undoResponse.body).toMatchObject({ closed: 17, kept: [{ urefno: 'POISON-9' }] })
  expect(await findImportRecord(uniqId)).toMatchObject({ state: 'undone' })
})

test('a tenant deleted since the preview is created again, and one created since is updated', async () => {
  const deletedTenant = await portal.as('client', { clientCode: 'GONE-1', soaAmount: 1 })
  const { uniqId } = await prepare(createImportFiles({ 'GONE-1': '5', 'CAME-1': '6' }))
  await portal.db.updateTable('tenants').set({ status: 0 }).where('id', '=', deletedTenant.id).execute()
  const existingTenant = await portal.as('client', { clientCode: 'came-1', soaAmount: 1 })
  expect((await save(uniqId)).body).toMatchObject({ created: 1, updated: 1 })
  expect(
    await portal.db
      .selectFrom('tenants')
      .select('soa_amount')
      .where('id', '=', existingTenant.id)
      .executeTakeFirst(),
  ).toEqual({ soa_amount: 6 })
  expect((await findTenant('GONE-1'))?.id).not.toBe(deletedTenant.id)
})
