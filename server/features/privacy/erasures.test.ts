import { appendFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { registerWalkIn } from '#features/gate/walk-ins/testing.ts'
import { createLedgerCalls } from '#features/ledger/testing.ts'
import { payOnline, reportOutcome } from '#features/posting/testing.ts'
import { createTestTicket, insertTestFile, type Ticket } from '#features/tickets/testing.ts'
import { cleanFiles } from '#platform/files/clean-files.ts'
import { deleteAllJobs, runPeriodicTaskNow } from '#platform/jobs/queue.ts'
import { callDuring } from '#testing/call-during.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ErrorAnswer, ListOf } from '@tahanan/contract/answers.ts'
import type { PrivacyRequest } from '@tahanan/contract/privacy-requests/answers.ts'
import type { ErasureAnswer, ErasurePreview } from '@tahanan/contract/privacy/erasure-answers.ts'
import { appendErasure, loadErasures } from './erasures-file.ts'
import { runErasure } from './erasures.ts'
import { replayErasures } from './replay-erasures.ts'
import { answerRequest } from './requests/changes.ts'
import { releaseEarlier, withFailingFileDeletion } from './testing-files.ts'

const portal = await openTestPortal()
const { db, services } = portal
const { dataDir } = services.config
const superAdmin = await portal.as('super-admin')
const admin = await portal.as('admin')

const findNewestErasure = async () => (await superAdmin.get<ListOf<ErasureAnswer>>('/erasures')).body.data[0]
const requestErasure = (body: object) => superAdmin.post<ErrorAnswer & { id: string }>('/erasures', body)
const eraseNow = async (body: object) => {
  const erasureResponse = await requestErasure(body)
  expect([erasureResponse.status, erasureResponse.body.message]).toEqual([202, undefined])
  await runErasure.run(services, { id: erasureResponse.body.id })
  return findNewestErasure()
}
const findTenantName = async (id: number) =>
  (await db.selectFrom('tenants').select('uoccname').where('id', '=', id).executeTakeFirstOrThrow()).uoccname

test('a tenant is erased with the files, once, and the preview says what', async () => {
  const resident = await portal.as('client')
  const image = await insertTestFile(db, resident)
  await createTestTicket(resident, 'visitor', { images: [image] })
  const { body: preview } = await superAdmin.get<ErasurePreview>(`/erasure-preview/${resident.id}`)
  expect(preview).toMatchObject({ hold: null, openPayments: 0, isImporting: false, balance: 0 })
  expect(preview.rows).toEqual(
    expect.arrayContaining([expect.objectContaining({ title: 'Service tickets', rows: 1 })]),
  )

  expect(await eraseNow({ tenantId: resident.id })).toMatchObject({ state: 'done', tenantId: resident.id })
  expect(await findTenantName(resident.id)).toBe(`Erased tenant ${resident.id}`)
  expect(await db.selectFrom('files').select('key').where('key', '=', image.url).execute()).toEqual([])
  expect((await resident.get('/visitors')).status).toBe(401)
  const { id } = (await findNewestErasure())!
  await runErasure.run(services, { id })
  expect(await findNewestErasure()).toMatchObject({ state: 'done' })
})

test('an open payment, an import, a hold and a debt prevent it; the debt can be confirmed', async () => {
  const debtor = await portal.as('client')
  const { id } = debtor
  const getRefusal = async () => {
    const { status, body } = await requestErasure({ tenantId: id })
    return [status, body.code]
  }
  await superAdmin.put(`/erasure-hold/${id}`, { reason: 'A case at the barangay' })
  expect(await getRefusal()).toEqual([409, 'erasureHeld'])
  await superAdmin.put(`/erasure-hold/${id}`, { reason: '' })

  await sql`insert into payments (reference_number, tenant_id, type, status, soa_amount, amount_paid)
    values ('P-erasure', ${id}, 1, 2, 0, 100)`.execute(db)
  expect(await getRefusal()).toEqual([409, 'erasureOfPayer'])
  // The gateway may still report this online payment as paid, so the erasure is refused.
  await sql`update payments set status = 1, next_inquiry_at = now() where reference_number = 'P-erasure'`.execute(
    db,
  )
  expect(await getRefusal()).toEqual([409, 'erasureOfPayer'])
  await sql`update payments set next_inquiry_at = null where reference_number = 'P-erasure'`.execute(db)

  const { paymentId } = await payOnline(portal, debtor)
  for (const statusCode of ['F', 'S']) await reportOutcome(portal, paymentId, statusCode)
  expect(await getRefusal()).toEqual([409, 'erasureOfPayer'])
  await admin.put(`/payment/${paymentId}`, { status: 5, remarks: 'Sent back' })

  await sql`insert into statement_imports (uniq_id, admin_id, state)
    values ('erasure', ${admin.id}, 'saving')`.execute(db)
  expect(await getRefusal()).toEqual([409, 'erasureDuringImport'])
  await sql`update statement_imports set state = 'done' where uniq_id = 'erasure'`.execute(db)

  await createLedgerCalls(portal, admin).charge(debtor)
  expect(await getRefusal()).toEqual([409, 'erasureOfDebtor'])
  expect(await eraseNow({ tenantId: id, confirmedDebt: true })).toMatchObject({ state: 'done' })
})

test('two clicks erase once, and a hold that came meanwhile stops the job', async () => {
  const { id } = await portal.as('client')
  const erasureResponses = await Promise.all([
    requestErasure({ tenantId: id }),
    requestErasure({ tenantId: id }),
  ])
  expect(erasureResponses.map(({ status, body }) => [status, body.code]).toSorted()).toEqual([
    [202, undefined],
    [409, 'erasureWaiting'],
  ])
  await superAdmin.put(`/erasure-hold/${id}`, { reason: 'A dispute' })
  await runErasure.run(services, { id: erasureResponses.find(({ status }) => status === 202)!.body.id })
  expect(await findNewestErasure()).toMatchObject({
    state: 'failed',
    problem: 'This account is on hold: A dispute',
  })
  expect(await findTenantName(id)).not.toContain('Erased')
  // The refused erasure must not be in the file, because a restore would repeat it.
  const recordedErasures = (await loadErasures(dataDir)) ?? []
  expect(recordedErasures.filter(({ tenantId }) => tenantId === id)).toEqual([])
})

test('an erasure whose job was lost by a reset or a restore is resumed (rules 26.10)', async () => {
  const { id: tenantId } = await portal.as('client')
  const { id } = (await requestErasure({ tenantId })).body
  await deleteAllJobs(db)
  await sql`update erasures set created_at = created_at - interval '2 minutes' where id = ${id}`.execute(db)
  await runPeriodicTaskNow(db, 'resume-erasures')
  await portal.runJobs()
  expect(await db.selectFrom('erasures').select('state').where('id', '=', id).execute()).toEqual([
    { state: 'done' },
  ])
  expect(await findTenantName(tenantId)).toBe(`Erased tenant ${tenantId}`)
})

test('a visitor is erased by record, and another one of the same name stays', async () => {
  const resident = await portal.as('client')
  const [erasedTicket, otherTicket] = [
    await createTestTicket(resident, 'visitor'),
    await createTestTicket(resident, 'visitor'),
  ]
  await eraseNow({ ticketIds: [erasedTicket.id] })
  const loadVisitor = async (id: number) => (await admin.get<Ticket>(`/visitor/${id}`)).body
  expect(await loadVisitor(erasedTicket.id)).toMatchObject({
    visitorsName: '',
    address: '',
    birthDate: null,
    purposeOfVisit: '',
  })
  expect(await loadVisitor(otherTicket.id)).toMatchObject({ visitorsName: 'Jun Bautista' })
  const searchReply = await admin.get<ListOf<Ticket>>('/visitors?searchTerm=bautista')
  expect(searchReply.body.data.map(({ id }) => id)).toEqual([otherTicket.id])
  expect(await findTenantName(resident.id)).not.toContain('Erased')
})

test('an erasure is done although its files cannot be deleted; the cleaner deletes them (rules 26.10)', async () => {
  const resident = await portal.as('client')
  const [visitorImage, otherImage] = [await insertTestFile(db, resident), await insertTestFile(db, resident)]
  const { id } = await createTestTicket(resident, 'visitor', { images: [visitorImage] })
  await createTestTicket(resident, 'visitor', { images: [otherImage] })
  const keys = [visitorImage.url, otherImage.url]
  const listOwners = () =>
    db.selectFrom('files').select(['key', 'owner_kind']).where('key', 'in', keys).orderBy('key').execute()

  const erasure = await withFailingFileDeletion(db, () => eraseNow({ ticketIds: [id] }))
  expect(erasure).toMatchObject({ state: 'done', problem: '' })
  expect(await listOwners()).toEqual(
    [
      { key: visitorImage.url, owner_kind: null },
      { key: otherImage.url, owner_kind: 'ticket' },
    ].toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  )
  await releaseEarlier(db, visitorImage.url)
  await cleanFiles(db, services.files)
  expect(await listOwners()).toEqual([{ key: otherImage.url, owner_kind: 'ticket' }])
})

test('a request of a person without an account erases the records that the office found', async () => {
  const resident = await portal.as('client')
  const { id } = await createTestTicket(resident, 'visitor')
  const records = JSON.stringify([{ kind: 'ticket', id, label: 'Jun' }])
  const { rows } = await sql<{ id: number }>`
    insert into privacy_requests (kind, person_name, contact, message, records, due_on)
    values ('erasure', 'Jun Bautista', '0917', 'Please', ${records}::jsonb, now()) returning id`.execute(db)
  const requestId = rows[0]!.id
  const { body } = await superAdmin.get<{ data: unknown[] }>('/erasure-requests')
  expect(body.data).toContainEqual(
    expect.objectContaining({ id: requestId, who: 'Jun Bautista', records: 1 }),
  )
  await eraseNow({ requestId })
  expect((await admin.get<Ticket>(`/visitor/${id}`)).body).toMatchObject({ visitorsName: '' })
  expect((await requestErasure({ requestId: 999_999 })).status).toBe(404)

  // The request is still open and keeps its contact, because the answer is sent there.
  expect(await getRequest(requestId)).toMatchObject({ contact: '0917' })
  await admin.put(`/privacy-request/${requestId}`, { decision: 'done', answer: 'Dear Jun, it was erased.' })
  expect(await getRequest(requestId)).toMatchObject({
    personName: 'Erased person',
    contact: '',
    message: '',
    answer: '',
    records: [],
    state: 'done',
  })
})

const createAnsweredRequest = async (id: number) => {
  const records = [{ kind: 'ticket', id }]
  const person = { kind: 'copy', personName: 'Jun Bautista', contact: '0917', records }
  const { body } = await admin.post<PrivacyRequest>('/privacy-request', person)
  await admin.put(`/privacy-request/${body.id}`, { decision: 'done', answer: 'Sent.' })
  return body.id
}
const getRequest = async (id: number) => (await admin.get<PrivacyRequest>(`/privacy-request/${id}`)).body

test('an erasure empties earlier answered requests about the same records, and no others', async () => {
  const resident = await portal.as('client')
  const [erasedTicket, otherTicket] = [
    await createTestTicket(resident, 'visitor'),
    await createTestTicket(resident, 'visitor'),
  ]
  const [first, second] = [
    await createAnsweredRequest(erasedTicket.id),
    await createAnsweredRequest(otherTicket.id),
  ]
  await eraseNow({ ticketIds: [erasedTicket.id] })
  expect(await getRequest(first)).toMatchObject({ personName: 'Erased person', contact: '', records: [] })
  expect(await getRequest(second)).toMatchObject({ personName: 'Jun Bautista', contact: '0917' })
})

test('a request that is answered while its person is erased is emptied too', async () => {
  const resident = await portal.as('client')
  const { id: ticketId } = await createTestTicket(resident, 'visitor')
  const { body: request } = await admin.post<PrivacyRequest>('/privacy-request', {
    kind: 'erasure',
    personName: 'Jun Bautista',
    contact: '0917',
    message: 'Please',
    records: [{ kind: 'ticket', id: ticketId }],
  })
  const { id } = (await requestErasure({ ticketIds: [ticketId] })).body
  const answer = { decision: 'done', answer: 'It was erased.', seen: undefined } as const
  const actor = { area: 'admin', id: admin.id, name: 'Liza', roles: [], sessionId: admin.sessionId } as const
  await callDuring(db, (tx) => answerRequest(tx, actor, request.id, answer), [
    () => runErasure.run(services, { id }),
  ])
  expect(await getRequest(request.id)).toMatchObject({ state: 'done', contact: '', records: [] })
})

test('a chosen gate entry without a pass is erased, and its request is emptied (rules 26.8)', async () => {
  const guard = await portal.as('admin', { roles: { gate: ['view', 'scan', 'register'] } })
  const resident = await portal.as('client')
  await db.insertInto('do_not_admit').values({ name: 'Jun Reyes', reason: 'Theft' }).execute()
  const key = crypto.randomUUID()
  const barredWalkIn = { key, name: 'REYES, Jun', plate: 'ABC 1234', purpose: 'Delivery' }
  expect((await registerWalkIn(guard, resident.id, barredWalkIn)).status).toBe(409)
  const gateEvents = db.selectFrom('gate_events').where('key', '=', key)
  const { id } = await gateEvents.select('id').executeTakeFirstOrThrow()
  const { body: request } = await admin.post<PrivacyRequest>('/privacy-request', {
    kind: 'erasure',
    personName: 'Jun Reyes',
    contact: '0917',
    message: 'Please',
    records: [{ kind: 'gateEvent', id }],
  })
  expect(await eraseNow({ requestId: request.id })).toMatchObject({ state: 'done', records: 1 })
  expect(await gateEvents.select(['name', 'plate', 'note']).execute()).toEqual([
    { name: '', plate: '', note: '' },
  ])
  await admin.put(`/privacy-request/${request.id}`, { decision: 'done', answer: 'It was erased.' })
  expect(await getRequest(request.id)).toMatchObject({
    personName: 'Erased person',
    contact: '',
    records: [],
  })
})

test('nobody and both kinds at once are refused', async () => {
  for (const body of [{}, { ticketIds: [] }, { tenantId: 1, ticketIds: [1] }])
    expect((await requestErasure(body)).status).toBe(400)
  expect((await requestErasure({ tenantId: 999_999 })).status).toBe(404)
})

test('recorded erasures are repeated in a restored database, for the same people only', async () => {
  const [erasedTenant, otherTenant] = [await portal.as('client'), await portal.as('client')]
  await eraseNow({ tenantId: erasedTenant.id })
  // Simulates a restored backup that was made before the erasure.
  await sql`delete from erasures`.execute(db)
  await sql`update tenants set uoccname = 'Ana Reyes', status = 1 where id = ${erasedTenant.id}`.execute(db)
  const line = (await readFile(join(dataDir, 'erasures.jsonl'), 'utf8')).trim().split('\n').at(-1)!
  const forgedRecord = { ...(JSON.parse(line) as object), id: crypto.randomUUID(), tenantId: otherTenant.id }
  await appendFile(join(dataDir, 'erasures.jsonl'), `${JSON.stringify(forgedRecord)}\n{"id": "cut sh`)

  const repeatedCount = await db.transaction().execute((tx) => replayErasures(tx, dataDir))
  expect(repeatedCount).toBeGreaterThan(0)
  expect(await findTenantName(erasedTenant.id)).toBe(`Erased tenant ${erasedTenant.id}`)
  expect(await findTenantName(otherTenant.id)).not.toContain('Erased')
  expect(await db.transaction().execute((tx) => replayErasures(tx, dataDir))).toBe(0)
  expect(await replayErasures(db, join(dataDir, 'nowhere'))).toBeUndefined()
})

test('a restore repeats an erasure also if one of its records is newer than the backup (rules 26.12)', async () => {
  const resident = await portal.as('client')
  const [olderTicket, newerTicket] = [
    await createTestTicket(resident, 'visitor'),
    await createTestTicket(resident, 'visitor'),
  ]
  const loadDetails = () =>
    db.selectFrom('tickets').select('details').where('id', '=', olderTicket.id).executeTakeFirstOrThrow()
  const detailsInBackup = JSON.stringify((await loadDetails()).details)
  await eraseNow({ ticketIds: [olderTicket.id, newerTicket.id] })
  // Simulates a restored backup that was made before the erasure and before the newer ticket.
  await sql`delete from erasures`.execute(db)
  await sql`delete from tickets where id = ${newerTicket.id}`.execute(db)
  await sql`update tickets set details = ${detailsInBackup}::jsonb where id = ${olderTicket.id}`.execute(db)
  const { id, at, ...record } = (await loadErasures(dataDir))!.at(-1)!
  await rm(join(dataDir, 'erasures.jsonl'))
  await appendErasure(dataDir, { id, at, ...record })

  expect(await db.transaction().execute((tx) => replayErasures(tx, dataDir))).toBe(1)
  expect((await loadDetails()).details).toMatchObject({ visitorsName: '' })
  expect(await db.selectFrom('erasures').select('ticket_ids').where('id', '=', id).execute()).toEqual([
    { ticket_ids: [olderTicket.id] },
  ])
})

test('an erasure that follows a line which a full disk cut short can be loaded', async () => {
  const record = (await loadErasures(dataDir))!.at(-1)!
  const nextRecord = { ...record, id: crypto.randomUUID() }
  await appendFile(join(dataDir, 'erasures.jsonl'), '{"id": "cut sh')
  await appendErasure(dataDir, nextRecord)
  expect(await loadErasures(dataDir)).toContainEqual(nextRecord)
  // Older versions wrote the next record into the cut line.
  await appendFile(join(dataDir, 'erasures.jsonl'), `{"id": "cut sh${JSON.stringify(record)}\n`)
  expect(await loadErasures(dataDir)).toContainEqual(nextRecord)
})
