import { hash } from 'node:crypto'
import type { UpdateObject } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { DB } from '#platform/db/generated.ts'
import { createCaller, type LoggedInCaller } from '#testing/callers.ts'
import { listAuditLog } from '#testing/list-audit-log.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { OwnSession } from '@tahanan/contract/sessions/answers.ts'
import { logIn, createAccount } from './testing.ts'

const portal = await openTestPortal()

const PHONE_USER_AGENT =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/141.0.0.0 Mobile Safari/537.36'

const getSecondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)

const updateSession = ({ sessionId }: LoggedInCaller, columns: UpdateObject<DB, 'sessions'>) =>
  portal.db.updateTable('sessions').set(columns).where('id', '=', sessionId).execute()
const listOwnSessions = async (caller: { get: ReturnType<typeof createCaller>['get'] }) =>
  (await caller.get<OwnSession[]>('/sessions')).body

describe.each(['client', 'admin', 'super-admin'] as const)('in the area %s', (area) => {
  test('an account lists its sessions and ends one of them immediately', async () => {
    const { who, login } = await createAccount(portal, area)
    const { body } = await logIn(portal.from('203.0.113.50', { 'user-agent': PHONE_USER_AGENT }), area, login)
    const token = String(body['token'])
    const phone = createCaller(portal.app, token)
    const sessions = await listOwnSessions(phone)
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toMatchObject({ device: 'Chrome on Android', address: '203.0.113.50', current: true })
    expect(sessions[1]).toMatchObject({ id: who.sessionId, device: '', current: false })
    for (const session of sessions)
      expect(Object.keys(session).toSorted().join()).toBe('active_at,address,created_at,current,device,id')
    expect(JSON.stringify(sessions)).not.toContain(token)

    const endReply = await who.delete(`/sessions/${sessions[0]?.id}`)
    expect([endReply.status, endReply.body.message]).toEqual([200, 'The session has been ended.'])
    expect((await phone.get('/me')).status).toBe(401)
    expect(await portal.drainEvents()).toContainEqual({ disconnect: `session.${sessions[0]?.id}` })
    expect((await who.delete(`/sessions/${sessions[0]?.id}`)).status).toBe(404)
    expect(await listOwnSessions(who)).toHaveLength(1)
  })

  test('a browser that logged out without a connection ends its session later, by the hash alone', async () => {
    const { who, login } = await createAccount(portal, area)
    const { body } = await logIn(portal.nobody, area, login)
    const token = String(body['token'])
    const session = hash('sha256', token)
    const endSessionByHash = (sessionBody: object) => portal.nobody.post('/ended-session', sessionBody)
    expect((await endSessionByHash({ session: hash('sha256', 'another') })).status).toBe(200)
    expect((await endSessionByHash({ session: token })).status).toBe(400)
    expect(await createCaller(portal.app, session).get('/me')).toMatchObject({ status: 401 })
    expect(await listOwnSessions(who)).toHaveLength(2)
    expect((await endSessionByHash({ session })).status).toBe(200)
    expect((await createCaller(portal.app, token).get('/me')).status).toBe(401)
    expect(await listOwnSessions(who)).toHaveLength(1)
    expect((await endSessionByHash({ session })).status).toBe(200)
  })

  test('ending all others keeps this session and those of other accounts', async () => {
    const { who } = await createAccount(portal, area)
    const { who: stranger } = await createAccount(portal, area)
    const otherSessions = [await portal.logIn(area, who.account), await portal.logIn(area, who.account)]
    const endResponse = await who.delete<{ ended: number }>('/sessions')
    expect([endResponse.status, endResponse.body.ended]).toEqual([200, 2])
    for (const otherSession of otherSessions) expect((await otherSession.get('/me')).status).toBe(401)
    for (const loggedInUser of [who, stranger]) expect((await loggedInUser.get('/me')).status).toBe(200)
    expect((await who.delete<{ ended: number }>('/sessions')).body.ended).toBe(0)
  })

  test('sessions of other accounts cannot be listed or ended, even with the same id in another area', async () => {
    const { who } = await createAccount(portal, area)
    for (const otherArea of ['client', 'admin', 'super-admin'] as const) {
      const { who: stranger } = await createAccount(portal, otherArea)
      await updateSession(stranger, { account_id: otherArea === area ? stranger.id : who.id })
      expect((await listOwnSessions(who)).map(({ id }) => id)).toEqual([who.sessionId])
      expect((await who.delete(`/sessions/${stranger.sessionId}`)).status).toBe(404)
      const deleteQuery = portal.db.deleteFrom('sessions').where('id', '=', stranger.sessionId)
      expect(await deleteQuery.returning('id').execute()).toHaveLength(1)
    }
    for (const id of ['0', '-1', 'x', '1e3', '99999999999999999999', '%27'])
      expect([400, 404]).toContain((await who.delete(`/sessions/${id}`)).status)
  })
})

test('expired sessions are not listed', async () => {
  const adminCaller = await portal.as('admin')
  const [idleSession, oldSession] = [
    await portal.logIn('admin', adminCaller.account),
    await portal.logIn('admin', adminCaller.account),
  ]
  await updateSession(idleSession, { active_at: getSecondsAgo(3001) })
  await updateSession(oldSession, { created_at: getSecondsAgo(86_401) })
  expect((await listOwnSessions(adminCaller)).map(({ id }) => id)).toEqual([adminCaller.sessionId])
})

test('ending the current session logs out', async () => {
  const residentCaller = await portal.as('client')
  expect((await residentCaller.delete(`/sessions/${residentCaller.sessionId}`)).status).toBe(200)
  expect((await residentCaller.get('/me')).status).toBe(401)
})

test('the audit log records who ended which session of the office', async () => {
  const adminCaller = await portal.as('admin', { name: 'Tidy' })
  const otherSession = await portal.logIn('admin', adminCaller.account)
  const phoneSession = await portal.logIn('admin', adminCaller.account)
  await updateSession(phoneSession, { device: 'Chrome on Android' })
  await portal.logIn('admin', adminCaller.account)
  await adminCaller.delete(`/sessions/${phoneSession.sessionId}`)
  await adminCaller.delete(`/sessions/${otherSession.sessionId}`)
  await adminCaller.delete('/sessions')
  const rows = await listAuditLog(portal.db, { actor_name: 'Tidy', action: 'logout' })
  expect(rows.map(({ detail }) => detail)).toEqual([
    'Ended all other sessions (1).',
    'Ended another session.',
    'Ended another session (Chrome on Android).',
  ])
})
