import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSessionStore } from '#features/sessions/find-session.ts'
import { logIn } from '#features/sessions/testing.ts'
import { getConnectionString } from '#platform/db/connect.ts'
import { createTestBucket } from '#platform/files/store/testing-bucket.ts'
import { createDownloadLink } from '#platform/http/create-download-link.ts'
import { freeAbandonedJobs } from '#platform/jobs/queue.ts'
import { abandonDueJob } from '#platform/jobs/testing.ts'
import { createCaller, type Caller, type LoggedInCaller } from '#testing/callers.ts'
import { createTestPortal, openTestPortal } from '#testing/portal.ts'
import type { DataCopies, DataCopy } from '@tahanan/contract/privacy/copy-answers.ts'
import { cleanCopies, eraseCopies } from './clean-copies.ts'
import { makeDataCopy } from './make-data-copy.ts'
import { createCopyName, openCopyStore } from './open-copy-store.ts'
import { parseZip } from './testing-copies.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const { db, services } = portal
const folder = join(services.config.dataDir, 'copies')
const toPartialName = (file: string) => `${file}.partial`
const superAdmin = await portal.as('super-admin')

const listCopiesOf = async (caller: Caller) => (await caller.get<DataCopies>('/data-copies')).body.data
const findRow = (id: number) =>
  db.selectFrom('data_copies').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const openLink = (url: string) => portal.app.inject({ url })
const createLink = (caller: Caller, id: number) => caller.post<{ url: string }>(`/data-copy/${id}/link`)
const listNotificationMessages = async (tenantId: number) =>
  (await db.selectFrom('notifications').select('message').where('tenant_id', '=', tenantId).execute()).map(
    ({ message }) => message,
  )
async function createCopyOf(caller: LoggedInCaller): Promise<number> {
  const { status, body } = await caller.post<DataCopy>('/data-copy')
  expect(status).toBe(201)
  await portal.runJobs()
  return body.id
}

test('a resident asks for a copy, is notified, and downloads it by a link', async () => {
  const resident = await portal.as('client')
  const copyReply = await resident.post<DataCopy>('/data-copy')
  expect([copyReply.status, copyReply.body.state, copyReply.body.askedBy]).toEqual([201, 'waiting', 'client'])
  await portal.runJobs()
  const [copy] = await listCopiesOf(resident)
  expect(copy).toMatchObject({ id: copyReply.body.id, state: 'ready', files: 0, problem: null })
  expect(copy).not.toHaveProperty('file')
  expect(await listNotificationMessages(resident.id)).toEqual([
    expect.stringContaining('A copy of your data is ready.'),
  ])
  const { body } = await createLink(resident, copyReply.body.id)
  const downloadResponse = await openLink(body.url)
  expect(downloadResponse.statusCode).toBe(200)
  expect(downloadResponse.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'no-store',
    'content-length': String(copy?.bytes),
    'content-disposition': expect.stringMatching(
      /^attachment; filename="Copy of data \d{4}-\d\d-\d\d.zip"$/,
    ) as string,
  })
  expect([...parseZip(downloadResponse.rawPayload).keys()]).toEqual(['data.json', 'index.html'])
})

test('a copy is named by its day in community time (rules 14.3)', async () => {
  const resident = await portal.as('client')
  const id = await createCopyOf(resident)
  const madeAt = new Date('2026-11-29T23:00:00Z')
  await db.updateTable('data_copies').set({ made_at: madeAt }).where('id', '=', id).execute()
  const { headers } = await openLink((await createLink(resident, id)).body.url)
  expect(headers['content-disposition']).toBe('attachment; filename="Copy of data 2026-11-30.zip"')
})

test('a stolen session gets neither a copy nor a link', async () => {
  const resident = await portal.as('client')
  const id = await createCopyOf(resident)
  const { body } = await logIn(portal.nobody, 'client', resident.account.clientCode)
  const linkThief = createCaller(portal.app, body['token'] as string)
  for (const forbiddenCall of [
    linkThief.post('/data-copy'),
    createLink(linkThief, id),
    linkThief.get(`/data-copy/${id}/download`),
  ])
    expect((await forbiddenCall).body).toMatchObject({ code: 'confirmationNeeded' })
  expect(await listCopiesOf(linkThief)).toHaveLength(1)
})

test('a copy is made one at a time, once by key, and three times a day; failed ones do not count', async () => {
  const resident = await portal.as('client')
  const postWithKey = (key: string) =>
    createCaller(portal.app, resident.token, { headers: { 'idempotency-key': key } }).post<DataCopy>(
      '/data-copy',
    )
  const [firstReply, repeatedReply] = [await postWithKey('a'), await postWithKey('a')]
  expect([firstReply.status, repeatedReply.status, repeatedReply.body.id]).toEqual([
    201,
    201,
    firstReply.body.id,
  ])
  const statuses = await Promise.all([1, 2, 3].map(() => resident.post('/data-copy')))
  expect(statuses.map(({ status, body }) => [status, body.code])).toEqual(
    [1, 2, 3].map(() => [409, 'copyRunning']),
  )
  await portal.runJobs()
  await createCopyOf(resident)
  await db.updateTable('data_copies').set({ state: 'failed' }).where('id', '=', firstReply.body.id).execute()
  await createCopyOf(resident)
  await createCopyOf(resident)
  const refusedReply = await resident.post('/data-copy')
  expect([refusedReply.status, refusedReply.body.code, refusedReply.body.message]).toEqual([
    429,
    'tooManyCopies',
    'At most 3 copies are made within a day. Please try again tomorrow.',
  ])
  expect(Number(refusedReply.headers['retry-after'])).toBeGreaterThan(3600 * 23)
  expect((await superAdmin.post(`/tenant/${resident.id}/data-copy`)).body.code).toBe('tooManyCopies')
  await db
    .updateTable('data_copies')
    .set({ created_at: new Date(Date.now() - 25 * 3600 * 1000) })
    .where('tenant_id', '=', resident.id)
    .execute()
  await createCopyOf(resident)
})

test('of two requests at once one makes a copy', async () => {
  const resident = await portal.as('client')
  const copyResponses = await Promise.all([1, 2, 3, 4].map(() => resident.post('/data-copy')))
  expect(copyResponses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
})

test('a link is of one address, one session and one hour', async () => {
  const resident = await portal.as('client')
  const otherTenant = await portal.as('client')
  const [id, otherCopyId] = [await createCopyOf(resident), await createCopyOf(otherTenant)]
  expect((await createLink(resident, otherCopyId)).status).toBe(404)
  expect((await resident.get(`/data-copy/${otherCopyId}/download`)).status).toBe(404)
  const { url } = (await createLink(resident, id)).body
  expect((await openLink(url.replace(`/${id}/`, `/${otherCopyId}/`))).statusCode).toBe(403)
  expect((await openLink(url.replace(/link=\d+/, `link=${otherTenant.sessionId}`))).statusCode).toBe(403)
  const session = await createSessionStore(db).findById(resident.sessionId)
  const createLinkWithAge = (address: string, seconds: number, ageSeconds: number) =>
    createDownloadLink(db, session, address, { seconds, now: Date.now() / 1000 - ageSeconds })
  const address = `/api/data-copy/${id}/download`
  expect((await openLink(await createLinkWithAge(address, 3600, 3590))).statusCode).toBe(200)
  expect((await openLink(await createLinkWithAge(address, 3600, 3602))).statusCode).toBe(403)
  expect((await openLink(await createLinkWithAge(address, 7200, 0))).statusCode).toBe(403)
  expect(
    (await openLink(await createLinkWithAge(`/api/data-copy/${otherCopyId}/download`, 3600, 0))).statusCode,
  ).toBe(404)
  expect((await openLink(url)).statusCode).toBe(200)
  await resident.post('/logout')
  expect((await openLink(url)).statusCode).toBe(403)
})

test('the super-administrator makes a copy for a tenant, which is audited and notified', async () => {
  const resident = await portal.as('client')
  expect((await superAdmin.post('/tenant/999999/data-copy')).status).toBe(404)
  const { status, body } = await superAdmin.post<DataCopy>(`/tenant/${resident.id}/data-copy`)
  expect([status, body.askedBy]).toEqual([201, 'super-admin'])
  await portal.runJobs()
  expect((await superAdmin.get<DataCopies>(`/tenant/${resident.id}/data-copies`)).body.data).toMatchObject([
    { id: body.id, state: 'ready' },
  ])
  expect(await listNotificationMessages(resident.id)).toHaveLength(1)
  expect((await openLink((await createLink(superAdmin, body.id)).body.url)).statusCode).toBe(200)
  const auditEntries = await db
    .selectFrom('audit_log')
    .select(['action', 'actor_area', 'actor_id', 'detail'])
    .where('subject', '=', 'tenants')
    .where('subject_id', '=', String(resident.id))
    .orderBy('id')
    .execute()
  const exportColumns = { action: 'export', actor_area: 'super-admin', actor_id: superAdmin.id }
  expect(auditEntries).toEqual([
    { ...exportColumns, detail: 'A copy of the personal data was begun.' },
    { ...exportColumns, detail: 'A copy of the personal data was downloaded.' },
  ])
  const officeAdmin = await portal.as('admin')
  for (const forbiddenCall of [
    officeAdmin.post('/data-copy'),
    officeAdmin.post(`/tenant/${resident.id}/data-copy`),
    createLink(officeAdmin, body.id),
    officeAdmin.get(`/data-copy/${body.id}/download`),
  ])
    expect((await forbiddenCall).status).toBe(403)
})

test('a job that was killed is done again, and its unfinished file is removed', async () => {
  const resident = await portal.as('client')
  const { body } = await resident.post<DataCopy>('/data-copy')
  await abandonDueJob(getConnectionString(services.pool), makeDataCopy.name)
  const file = createCopyName(body.id)
  await db.updateTable('data_copies').set({ state: 'making', file }).where('id', '=', body.id).execute()
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, toPartialName(file)), 'unfinished')
  await cleanCopies(services)
  // The unfinished file stays while its copy is in the state 'making', because another process may still be
  // writing it.
  expect(existsSync(join(folder, toPartialName(file)))).toBe(true)
  await freeAbandonedJobs(db, 0)
  await portal.runJobs()
  const row = await findRow(body.id)
  expect(row.state).toBe('ready')
  expect(row.file).not.toBe(file)
  expect(await readdir(folder)).not.toContain(toPartialName(file))
  await makeDataCopy.run(services, { id: body.id })
  expect(await findRow(body.id)).toEqual(row)
})

test('a copy that cannot be made has failed, and the resident is told', async () => {
  const resident = await portal.as('client')
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, 'not a folder')
  const id = await createCopyOf(resident)
  await rm(folder)
  expect(await findRow(id)).toMatchObject({ state: 'failed', problem: 'Something went wrong on our side.' })
  expect(await listNotificationMessages(resident.id)).toEqual([
    'The copy of your data could not be made. Please ask for it again.',
  ])
  expect((await createLink(resident, id)).status).toBe(404)
})

test('a copy that no job makes any more has failed after two hours', async () => {
  const resident = await portal.as('client')
  const { body } = await resident.post<DataCopy>('/data-copy')
  const setCreatedHoursAgo = (hours: number) =>
    db
      .updateTable('data_copies')
      .set({ created_at: new Date(Date.now() - hours * 3600 * 1000) })
      .where('id', '=', body.id)
      .execute()
  await setCreatedHoursAgo(1.9)
  await cleanCopies(services)
  expect((await findRow(body.id)).state).toBe('waiting')
  await setCreatedHoursAgo(2.1)
  await cleanCopies(services)
  expect(await findRow(body.id)).toMatchObject({ state: 'failed', problem: 'It was not made in time.' })
  expect(await listNotificationMessages(resident.id)).toHaveLength(1)
})

test('a file is deleted after three days, and a file without a copy at once; other files stay', async () => {
  const resident = await portal.as('client')
  const [oldCopyId, recentCopyId] = [await createCopyOf(resident), await createCopyOf(resident)]
  const setMadeAt = (id: number, hours: number) =>
    db
      .updateTable('data_copies')
      .set({ made_at: new Date(Date.now() - hours * 3600 * 1000) })
      .where('id', '=', id)
      .execute()
  await setMadeAt(oldCopyId, 73)
  await setMadeAt(recentCopyId, 71)
  // An expired copy cannot be downloaded, even if the clean-up job has not deleted it yet.
  expect((await createLink(resident, oldCopyId)).status).toBe(404)
  const [oldFile, recentFile] = [
    (await findRow(oldCopyId)).file ?? '',
    (await findRow(recentCopyId)).file ?? '',
  ]
  const strayName = createCopyName(7)
  for (const name of [strayName, toPartialName(createCopyName(8)), 'notes.txt'])
    await writeFile(join(folder, name), 'x')
  await cleanCopies(services)
  const remainingFiles = await readdir(folder)
  expect(remainingFiles).toContain(recentFile)
  expect(remainingFiles).toContain('notes.txt')
  expect(remainingFiles).not.toContain(oldFile)
  expect(remainingFiles.filter((name) => name.startsWith('copy-7-') || name.endsWith('.partial'))).toEqual([])
  expect(await findRow(oldCopyId)).toMatchObject({ state: 'deleted' })
  expect((await createLink(resident, oldCopyId)).status).toBe(404)
  expect((await createLink(resident, recentCopyId)).status).toBe(200)

  const removeCopies = await db.transaction().execute((tx) => eraseCopies(tx, services, resident.id))
  await removeCopies()
  expect(await listCopiesOf(resident)).toEqual([])
  expect(await readdir(folder)).not.toContain(recentFile)
})

test('rows are deleted 90 days after their files', async () => {
  const resident = await portal.as('client')
  const id = await createCopyOf(resident)
  const setDeletedAt = (days: number) =>
    db
      .updateTable('data_copies')
      .set({ state: 'deleted', deleted_at: new Date(Date.now() - days * 24 * 3600 * 1000) })
      .where('id', '=', id)
      .execute()
  await setDeletedAt(89)
  await cleanCopies(services)
  expect(await listCopiesOf(resident)).toHaveLength(1)
  await setDeletedAt(91)
  await cleanCopies(services)
  expect(await listCopiesOf(resident)).toEqual([])
})

test('with a bucket the file is stored there, and strays in it are removed', async () => {
  const bucket = await createTestBucket()
  const bucketPortal = await createTestPortal({ s3: bucket.config })
  try {
    const resident = await bucketPortal.as('client')
    const { body } = await resident.post<DataCopy>('/data-copy')
    await bucketPortal.runJobs()
    const listCopies = () => [...bucket.objects.keys()].filter((key) => key.startsWith('copies/'))
    expect(listCopies()).toHaveLength(1)
    const link = await resident.post<{ url: string }>(`/data-copy/${body.id}/link`)
    const downloadResponse = await bucketPortal.app.inject({ url: link.body.url })
    expect([...parseZip(downloadResponse.rawPayload).keys()]).toEqual(['data.json', 'index.html'])
    bucket.objects.set(`copies/${createCopyName(7)}`, Buffer.from('stray'))
    await cleanCopies(bucketPortal.services)
    expect(listCopies()).toHaveLength(1)
    await bucketPortal.db
      .updateTable('data_copies')
      .set({ made_at: new Date(0) })
      .execute()
    await cleanCopies(bucketPortal.services)
    expect(listCopies()).toEqual([])
  } finally {
    await bucketPortal.close()
    await bucket.close()
  }
})

test('only names of copies become paths', () => {
  const store = openCopyStore(services)
  for (const name of ['../secrets', 'copy-1.zip', `copy-1-${'a'.repeat(32)}.zip/..`])
    expect(() => store.beginFile(name)).toThrow('is not the name of a copy')
})
