import type { Area } from '@tahanan/contract/limits.ts'
import type { OwnSession } from '@tahanan/contract/sessions/answers.ts'
import { describe, expect, test } from 'vitest'
import { TEST_PASSWORD } from '../../testing/accounts.ts'
import { createCaller } from '../../testing/callers.ts'
import { openTestPortal } from '../../testing/portal.ts'

const portal = await openTestPortal()

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)

async function somebody(area: Area) {
  if (area === 'client') {
    const who = await portal.as('client')
    return { who, path: '/api/login', body: { clientCode: who.account.clientCode } }
  }
  const who = area === 'admin' ? await portal.as('admin') : await portal.as('super-admin')
  return { who, path: `/api/login/${area}`, body: { email: who.account.email } }
}
const ownOf = async (who: { get: ReturnType<typeof createCaller>['get'] }) =>
  (await who.get<OwnSession[]>('/sessions')).body

describe.each(['client', 'admin', 'super-admin'] as const)('in the area %s', (area) => {
  test('one sees where one is logged in, and ends one of them at once', async () => {
    const { who, path, body } = await somebody(area)
    const login = await portal.app.inject({
      method: 'POST',
      url: path,
      remoteAddress: '203.0.113.50',
      headers: { 'user-agent': PHONE },
      payload: { ...body, password: TEST_PASSWORD },
    })
    const { token } = login.json<{ token: string }>()
    const phone = createCaller(portal.app, token)
    const listed = await ownOf(phone)
    expect(listed).toHaveLength(2)
    expect(listed[0]).toMatchObject({ device: 'Chrome on Android', address: '203.0.113.50', current: true })
    expect(listed[1]).toMatchObject({ id: who.sessionId, device: '', current: false })
    for (const session of listed)
      expect(Object.keys(session).toSorted()).toEqual([
        'active_at',
        'address',
        'created_at',
        'current',
        'device',
        'id',
      ])
    expect(JSON.stringify(listed)).not.toContain(token)

    const ended = await who.delete(`/sessions/${listed[0]?.id}`)
    expect([ended.status, ended.body.message]).toEqual([200, 'The session has been ended.'])
    expect((await phone.get('/me')).status).toBe(401)
    expect(await portal.told()).toContainEqual({ disconnect: `session.${listed[0]?.id}` })
    expect((await who.delete(`/sessions/${listed[0]?.id}`)).status).toBe(404)
    expect(await ownOf(who)).toHaveLength(1)
  })

  test('all others end at once, this one and other people’s go on', async () => {
    const { who } = await somebody(area)
    const { who: stranger } = await somebody(area)
    const others = [await portal.logIn(area, who.account), await portal.logIn(area, who.account)]
    const answer = await who.delete<{ ended: number }>('/sessions')
    expect([answer.status, answer.body.ended]).toEqual([200, 2])
    for (const other of others) expect((await other.get('/me')).status).toBe(401)
    for (const going of [who, stranger]) expect((await going.get('/me')).status).toBe(200)
    expect((await who.delete<{ ended: number }>('/sessions')).body.ended).toBe(0)
  })

  test('other people’s sessions cannot be seen or ended, not even with the same id in another area', async () => {
    const { who } = await somebody(area)
    for (const other of ['client', 'admin', 'super-admin'] as const) {
      const { who: stranger } = await somebody(other)
      // An account of another area that has the same number.
      await portal.db
        .updateTable('sessions')
        .set({ account_id: other === area ? stranger.id : who.id })
        .where('id', '=', stranger.sessionId)
        .execute()
      expect((await ownOf(who)).map(({ id }) => id)).toEqual([who.sessionId])
      expect((await who.delete(`/sessions/${stranger.sessionId}`)).status).toBe(404)
      const left = await portal.db
        .selectFrom('sessions')
        .select('id')
        .where('id', '=', stranger.sessionId)
        .execute()
      expect(left).toHaveLength(1)
      await portal.db.deleteFrom('sessions').where('id', '=', stranger.sessionId).execute()
    }
    for (const id of ['0', '-1', 'x', '1e3', '99999999999999999999', '%27'])
      expect([400, 404]).toContain((await who.delete(`/sessions/${id}`)).status)
  })
})

test('sessions that have expired are not listed', async () => {
  const who = await portal.as('admin')
  const [idle, old] = [await portal.logIn('admin', who.account), await portal.logIn('admin', who.account)]
  await portal.db
    .updateTable('sessions')
    .set({ active_at: ago(3001) })
    .where('id', '=', idle.sessionId)
    .execute()
  await portal.db
    .updateTable('sessions')
    .set({ created_at: ago(86_401) })
    .where('id', '=', old.sessionId)
    .execute()
  expect((await ownOf(who)).map(({ id }) => id)).toEqual([who.sessionId])
})

test('ending the session that one is in logs out', async () => {
  const who = await portal.as('client')
  expect((await who.delete(`/sessions/${who.sessionId}`)).status).toBe(200)
  expect((await who.get('/me')).status).toBe(401)
})

test('who ended which session of the office is written down', async () => {
  const who = await portal.as('admin', { name: 'Tidy' })
  const other = await portal.logIn('admin', who.account)
  const phone = await portal.logIn('admin', who.account)
  await portal.db
    .updateTable('sessions')
    .set({ device: 'Chrome on Android' })
    .where('id', '=', phone.sessionId)
    .execute()
  await portal.logIn('admin', who.account)
  await who.delete(`/sessions/${phone.sessionId}`)
  await who.delete(`/sessions/${other.sessionId}`)
  await who.delete('/sessions')
  const rows = await portal.db
    .selectFrom('audit_log')
    .select('detail')
    .where('actor_name', '=', 'Tidy')
    .where('action', '=', 'logout')
    .orderBy('id')
    .execute()
  expect(rows.map(({ detail }) => detail)).toEqual([
    'Ended another session (Chrome on Android).',
    'Ended another session.',
    'Ended all other sessions (1).',
  ])
})
