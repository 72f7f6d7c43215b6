import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSessionStore } from '#features/sessions/find-session.ts'
import { startBackup } from '#platform/backup/start-backup.ts'
import { getSharedSecret } from '#platform/db/get-shared-secret.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { DOWNLOAD_LINK_SECONDS, createDownloadLink, findSessionOfLink } from './create-download-link.ts'

const portal = await openTestPortal()
const superAdmin = await portal.as('super-admin')
const { id: backup, done } = await startBackup(portal.services, 'person', 'Test')
expect(await done).toBe(true)

const followLink = (url: string) => portal.app.inject({ url })
const requestLink = async (path: string, body?: unknown, caller = superAdmin): Promise<string> => {
  const linkResponse = await caller.post<{ url: string }>(path, body)
  expect(linkResponse.status).toBe(200)
  return linkResponse.body.url
}
const sessions = createSessionStore(portal.db)
const createTestLink = async ({ sessionId }: LoggedInCaller, address: string, now?: number) =>
  createDownloadLink(portal.db, await sessions.findById(sessionId), address, { now })
const findSessionAt = (link: string, now: number) => findSessionOfLink(portal.db, sessions, link, { now })
const requestBackupLink = (caller = superAdmin) =>
  requestLink(`/backups/${backup}/download-link`, undefined, caller)

test('the link of a backup downloads it, as its maker in the audit log', async () => {
  const downloadResponse = await followLink(await requestBackupLink())
  expect(downloadResponse.statusCode).toBe(200)
  const row = await portal.db.selectFrom('backups').selectAll().executeTakeFirstOrThrow()
  expect(createHash('sha256').update(downloadResponse.rawPayload).digest('hex')).toBe(row.sha256)
  expect(downloadResponse.headers).toMatchObject({
    'content-disposition': `attachment; filename=${row.file}`,
    'cache-control': 'no-store',
  })
  const entry = await portal.db
    .selectFrom('audit_log')
    .selectAll()
    .where('detail', '=', `${row.file} was downloaded.`)
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ actor_area: 'super-admin', actor_id: superAdmin.id })
})

test('the link of an export keeps the filter of the audit log', async () => {
  await portal.as('admin', { name: 'Grace, of the office & more' })
  const filter = { searchTerm: 'a&b=c #1 ñ', action: 'login', from: '2026-01-01' }
  const emptyResponse = await followLink(await requestLink('/audit-log/export-link', filter))
  expect([emptyResponse.statusCode, emptyResponse.headers['content-type']]).toEqual([
    200,
    'text/csv; charset=utf-8',
  ])
  expect(emptyResponse.body.trim().split('\n')).toHaveLength(1)
  const wholeResponse = await followLink(await requestLink('/audit-log/export-link', {}))
  expect(wholeResponse.body.trim().split('\n').length).toBeGreaterThan(1)
  const refusedResponse = await superAdmin.post('/audit-log/export-link', { from: 'yesterday' })
  expect([refusedResponse.status, refusedResponse.body.errors]).toEqual([
    400,
    { from: ['This is not a date.'] },
  ])
})

test('only super-administrators get links, and only to existing backups', async () => {
  for (const path of [`/backups/${backup}/download-link`, '/audit-log/export-link']) {
    for (const caller of [await portal.as('admin'), await portal.as('client')])
      expect((await caller.post(path, {})).status).toBe(403)
    expect((await portal.nobody.post(path, {})).status).toBe(401)
  }
  expect((await superAdmin.post('/backups/999/download-link')).status).toBe(404)
})

test('an altered link, or one of another address or session, is refused, and the refusal is audited', async () => {
  const validLink = await requestBackupLink()
  const [, session = '', expires = '', signature = ''] = /link=(\d+)\.(\d+)\.(.+)$/.exec(validLink) ?? []
  const otherSuperAdmin = await portal.as('super-admin')
  const changedSignature = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
  const downloadPath = `/api/backups/${backup}/download`
  for (const url of [
    `${downloadPath}?link=${session}.${expires}.${changedSignature}`,
    `${downloadPath}?link=${session}.${expires}.${signature.slice(1)}`,
    `${downloadPath}?link=${session}.${Number(expires) + 30}.${signature}`,
    `${downloadPath}?link=${otherSuperAdmin.sessionId}.${expires}.${signature}`,
    `${downloadPath}?link=`,
    `${downloadPath}?x=1&link=${session}.${expires}.${signature}`,
    `${validLink}&link=${session}.${expires}.${signature}`,
    validLink.replace('/api/backups/', '/api/backups/0'),
    validLink.replace(downloadPath, '/api/audit-log/export'),
  ]) {
    const downloadResponse = await followLink(url)
    expect([downloadResponse.statusCode, downloadResponse.json<{ code: string }>().code], url).toEqual([
      403,
      'linkExpired',
    ])
  }
  expect((await followLink(validLink)).statusCode).toBe(200)
  const refusedRows = await portal.db
    .selectFrom('audit_log')
    .select(['actor_area', 'detail'])
    .where('action', '=', 'refused')
    .where('detail', 'like', '%/download: %expired%')
    .execute()
  expect(refusedRows.length).toBeGreaterThan(0)
  expect(refusedRows[0]).toMatchObject({ actor_area: 'nobody' })
})

test('a link is valid only for routes with `allowsDownloadLink`', async () => {
  for (const address of [
    '/api/me',
    '/api/backups',
    '/api/audit-log',
    '/api/reset-data/preview?tables=posts',
  ]) {
    expect((await superAdmin.get(address.slice('/api'.length))).status, address).toBe(200)
    const link = await createTestLink(superAdmin, address)
    expect((await followLink(link)).statusCode, address).toBe(401)
  }
  const resident = await portal.as('client')
  const foreignLink = await createTestLink(resident, `/api/backups/${backup}/download`)
  expect((await followLink(foreignLink)).statusCode).toBe(403)
})

test('a link ends after a minute, and with the session that made it', async () => {
  const downloadPath = `/api/backups/${backup}/download`
  const [now, lifeSeconds] = [Math.floor(Date.now() / 1000), DOWNLOAD_LINK_SECONDS]
  const link = await createTestLink(superAdmin, downloadPath, now)
  expect((await findSessionAt(link, now + lifeSeconds - 2))?.actor).toMatchObject({
    sessionId: superAdmin.sessionId,
  })
  expect(await findSessionAt(link, now + lifeSeconds + 1)).toBeNull()
  const oldLink = await createTestLink(superAdmin, downloadPath, now - lifeSeconds - 1)
  expect((await followLink(oldLink)).statusCode).toBe(403)

  const leavingAdmin = await portal.as('super-admin')
  const lastLink = await requestBackupLink(leavingAdmin)
  expect((await followLink(lastLink)).statusCode).toBe(200)
  await leavingAdmin.post('/logout')
  // 403, as for an unknown session: the answer must not reveal whether the session existed.
  expect((await followLink(lastLink)).statusCode).toBe(403)
})

test('a link that is valid for over a minute, or signed without the token, is refused', async () => {
  const { db } = portal.services
  const downloadPath = `/api/backups/${backup}/download`
  const linkExpiringInAnHour = await createTestLink(superAdmin, downloadPath, Date.now() / 1000 + 3600)
  expect((await followLink(linkExpiringInAnHour)).statusCode).toBe(403)

  // A signature made only with the signing key and a session's id must be refused.
  const expires = Math.floor(Date.now() / 1000) + 30
  const signature = createHmac('sha256', await getSharedSecret(db, 'downloadLinks'))
    .update(`${superAdmin.sessionId}\n${expires}\n${downloadPath}`)
    .digest('base64url')
  const forgedAnswer = await followLink(
    `${downloadPath}?link=${superAdmin.sessionId}.${expires}.${signature}`,
  )
  expect(forgedAnswer.statusCode).toBe(403)
})

test('a link that lives longer opens only where the route allows that', async () => {
  const downloadPath = `/api/backups/${backup}/download`
  const foundSession = await sessions.findById(superAdmin.sessionId)
  const link = await createDownloadLink(portal.db, foundSession, downloadPath, { seconds: 3600 })
  expect((await followLink(link)).statusCode).toBe(403)
  const findLongLivedSession = (now: number) =>
    findSessionOfLink(portal.db, sessions, link, { seconds: 3600, now })
  const now = Date.now() / 1000
  expect((await findLongLivedSession(now))?.actor.sessionId).toBe(superAdmin.sessionId)
  expect(await findLongLivedSession(now + 3602)).toBeNull()
})
