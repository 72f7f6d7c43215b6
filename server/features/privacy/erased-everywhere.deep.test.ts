import { copyFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestTicket } from '#features/tickets/testing.ts'
import { createTestBackup, createEmptyInstallation, restoreTestBackup } from '#platform/backup/testing.ts'
import { getConnectionString } from '#platform/db/connect.ts'
import { cleanFiles } from '#platform/files/clean-files.ts'
import { createSamplePicture } from '#platform/files/content/testing-samples.ts'
import { createFileStore } from '#platform/files/store/file-store.ts'
import { openDemoPortal } from '#testing/portal.ts'
import { uploadFile } from '#testing/uploads.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { ErasureAnswer } from '@tahanan/contract/privacy/erasure-answers.ts'
import {
  addRowsOfTenant,
  findBusiestTenant,
  findMarker,
  MARKER,
  markTenant,
  markVisitor,
} from './testing-marker.ts'

const identity = await generateX25519Identity()
const recipients = { backupRecipients: [await identityToRecipient(identity)] }
const portal = await openDemoPortal()
const { db, services } = portal
const backupSource = {
  connectionString: getConnectionString(services.pool),
  dataDir: services.config.dataDir,
}
const superAdmin = await portal.as('super-admin')
const admin = await portal.as('admin')

async function findMarkedFiles(dataDir: string): Promise<string[]> {
  const markedFiles: string[] = []
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || path.startsWith(join(dataDir, 'backups'))) continue
    const text = `${path}\n${await readFile(path, 'latin1')}`.toLowerCase()
    if (text.includes(MARKER.toLowerCase())) markedFiles.push(path)
  }
  return markedFiles
}

const SEARCHES = ['search', 'tenants', 'visitors', 'payments', 'gate-log', 'services', 'privacy-requests']

async function listSearchesWithMarker(): Promise<string[]> {
  const matchingSearches: string[] = []
  for (const searchRoute of SEARCHES) {
    const { status, body } = await admin.get<object>(`/${searchRoute}?searchTerm=${MARKER}`)
    expect([searchRoute, status]).toEqual([searchRoute, 200])
    // Every response contains the search term, even if nothing was found. Only a search that found something
    // has an id in its response.
    if (JSON.stringify(body).includes('"id":')) matchingSearches.push(searchRoute)
  }
  return matchingSearches
}

async function addPicture(owner: typeof admin | Awaited<ReturnType<typeof portal.logIn>>) {
  const url = await uploadFile(portal, owner, 'images', await createSamplePicture('png'), `${MARKER}.png`)
  expect(url.toLowerCase()).toContain(MARKER.toLowerCase())
  return [{ name: `${MARKER}.png`, url }]
}

test('of an erased tenant and an erased visitor nothing is found, also in backups', async () => {
  const tenantId = await findBusiestTenant(db)
  await sql`update payments set status = 5 where tenant_id = ${tenantId} and status in (1, 2, 3)`.execute(db)
  const resident = await portal.logIn('client', { id: tenantId })
  await createTestTicket(resident, 'visitor', { images: await addPicture(resident) })
  const host = await portal.as('client')
  const { id: ticketId } = await createTestTicket(host, 'visitor', { images: await addPicture(host) })
  await addRowsOfTenant(db, tenantId)
  const { rows } = await sql<{ id: number }>`
    insert into walk_ins (key, tenant_id, name, purpose, admin_id, admin_name, call_at)
    values (gen_random_uuid(), ${host.id}, 'A', 'B', 1, 'Guard', now()) returning id`.execute(db)
  const walkInId = rows[0]?.id ?? 0
  await sql`insert into gate_events (key, tenant_id, walk_in_id, ticket_id, kind, verdict, name, admin_id, admin_name,
      at, device_at)
    values (gen_random_uuid(), ${host.id}, ${walkInId}, null, 'in', 'fine', 'A', 1, 'Guard', now(), now()),
      (gen_random_uuid(), ${host.id}, null, ${ticketId}, 'in', 'fine', 'A', 1, 'Guard', now(), now())`.execute(
    db,
  )
  await markTenant(db, tenantId, false)
  expect(await markVisitor(db, ticketId, walkInId)).toEqual(
    expect.arrayContaining(['walk_ins', 'gate_events']),
  )
  const request = await admin.post<{ id: number; message?: string }>('/privacy-request', {
    kind: 'erasure',
    personName: MARKER,
    contact: `${MARKER}@mail.test`,
    about: MARKER,
    message: MARKER,
    records: [
      { kind: 'ticket', id: ticketId },
      { kind: 'walkIn', id: walkInId },
    ],
  })
  expect([request.status, request.body.message]).toEqual([201, MARKER])
  expect((await findMarkedFiles(backupSource.dataDir)).length).toBeGreaterThanOrEqual(2)
  expect(await listSearchesWithMarker()).toEqual(SEARCHES)
  const olderBackup = await createTestBackup(backupSource, recipients)

  const erasureReplies = [
    await superAdmin.post('/erasures', { tenantId, confirmedDebt: true }),
    await superAdmin.post('/erasures', { requestId: request.body.id }),
  ]
  expect(erasureReplies.map(({ status, body }) => [status, body.message])).toEqual(
    erasureReplies.map(() => [202, undefined]),
  )
  await portal.runJobs()
  const { body: erasures } = await superAdmin.get<ListOf<ErasureAnswer>>('/erasures')
  expect(erasures.data.map(({ state, problem }) => [state, problem])).toEqual([
    ['done', ''],
    ['done', ''],
  ])
  const answerReply = await admin.put(`/privacy-request/${request.body.id}`, {
    decision: 'done',
    answer: `Dear ${MARKER}, it was erased.`,
  })
  expect(answerReply.status).toBe(200)

  expect(await findMarker(db)).toEqual([])
  expect(await findMarkedFiles(backupSource.dataDir)).toEqual([])
  expect(await listSearchesWithMarker()).toEqual([])

  const laterBackup = await createTestBackup(backupSource, recipients)
  const identities = [identity]
  {
    await using restoredInstallation = await createEmptyInstallation()
    await restoreTestBackup(restoredInstallation, laterBackup.path, { identities })
    expect(await findMarker(restoredInstallation.db)).toEqual([])
    expect(await findMarkedFiles(restoredInstallation.dataDir)).toEqual([])
  }
  {
    // This restore has no file of recorded erasures, so everything in the older backup comes back.
    await using restoredInstallation = await createEmptyInstallation()
    expect(await restoreTestBackup(restoredInstallation, olderBackup.path, { identities })).toMatchObject({
      erasures: undefined,
    })
    expect(await findMarker(restoredInstallation.db)).toContain('tenants.uoccname')
    expect((await findMarkedFiles(restoredInstallation.dataDir)).length).toBeGreaterThanOrEqual(2)
  }
  {
    await using restoredInstallation = await createEmptyInstallation()
    await copyFile(
      join(backupSource.dataDir, 'erasures.jsonl'),
      join(restoredInstallation.dataDir, 'erasures.jsonl'),
    )
    expect(await restoreTestBackup(restoredInstallation, olderBackup.path, { identities })).toMatchObject({
      erasures: 2,
    })
    const store = await createFileStore(
      { dataDir: restoredInstallation.dataDir, reserveBytes: 0 },
      restoredInstallation.db,
    )
    await cleanFiles(restoredInstallation.db, store)
    expect(await findMarkedFiles(restoredInstallation.dataDir)).toEqual([])
    // An open privacy request keeps the person's contact until the office has answered the request.
    expect(
      new Set((await findMarker(restoredInstallation.db)).map((column) => column.split('.')[0])),
    ).toEqual(new Set(['privacy_requests']))
  }
})
