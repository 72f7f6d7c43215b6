import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { removeExpiredSessions } from './remove-expired-sessions.ts'
import { endSessions, generateToken, hashToken } from './sessions.ts'

const portal = await openTestPortal()

const getStatus = async (token: string, path = '/me') =>
  (await createCaller(portal.app, token).get(path)).status

test('each area reads its own account', async () => {
  const resident = await portal.as('client', { uoccname: 'Ana Reyes', unitNumber: '1204', soaAmount: 1234.5 })
  expect((await resident.get('/me')).body).toMatchObject({
    area: 'client',
    id: resident.id,
    name: 'Ana Reyes',
    uoccname: 'Ana Reyes',
    clientCode: resident.account.clientCode,
    unitNumber: '1204',
    soaAmount: 1234.5,
    image: null,
  })
  expect((await resident.get('/me')).body).not.toHaveProperty('secondFactor')
  const admin = await portal.as('admin', { roles: { gatepass: ['view'] } })
  expect((await admin.get('/me')).body).toMatchObject({
    area: 'admin',
    id: admin.id,
    email: admin.account.email,
    roles: admin.account.roles,
  })
  const superAdmin = await portal.as('super-admin')
  expect((await superAdmin.get('/me')).body).toMatchObject({ area: 'super-admin', id: superAdmin.id })
})

test('a missing, unknown or malformed token answers 401', async () => {
  expect((await portal.nobody.get('/me')).status).toBe(401)
  expect(await getStatus('x'.repeat(43))).toBe(401)
  expect(await getStatus("' or 1=1 --")).toBe(401)
  const basicAuthResponse = await portal.app.inject({
    url: '/api/me',
    headers: { authorization: 'Basic YTpi' },
  })
  expect(basicAuthResponse.json<object>()).toEqual({ code: 'noSession', message: 'Please log in.' })
})

test('a session ends after 3000 idle seconds, and after 24 hours even if used', async () => {
  const setAge = (sessionId: number, active: string, createdAge: string) =>
    sql`update sessions set active_at = now() - ${active}::interval, created_at = now() - ${createdAge}::interval
      where id = ${sessionId}`.execute(portal.db)
  const resident = await portal.as('client')
  await setAge(resident.sessionId, '2990 seconds', '23 hours 59 minutes')
  expect((await resident.get('/me')).status).toBe(200)
  await setAge(resident.sessionId, '3001 seconds', '1 hour')
  expect((await resident.get('/me')).status).toBe(401)
  await setAge(resident.sessionId, '0 seconds', '24 hours 1 second')
  expect((await resident.get('/me')).status).toBe(401)
  await removeExpiredSessions(portal.db)
  const remainingSessions = await portal.db
    .selectFrom('sessions')
    .where('id', '=', resident.sessionId)
    .select('id')
    .execute()
  expect(remainingSessions).toEqual([])
})

test('a call renews its session and Last Active of its own account only', async () => {
  const [resident, otherResident] = [await portal.as('client'), await portal.as('client')]
  const ids = [resident.sessionId, otherResident.sessionId]
  await sql`update sessions set active_at = now() - interval '10 minutes' where id = any(${ids})`.execute(
    portal.db,
  )
  const timeBeforeRequest = Date.now()
  await resident.get('/me')
  const findActivity = ({ sessionId } = resident) =>
    portal.db
      .selectFrom('sessions')
      .innerJoin('tenants', 'tenants.id', 'sessions.account_id')
      .select(['active_at', 'last_seen'])
      .where('sessions.id', '=', sessionId)
      .executeTakeFirstOrThrow()
  await expect.poll(async () => (await findActivity()).last_seen !== null).toBe(true)
  const { active_at: active, last_seen: lastSeen } = await findActivity()
  for (const time of [active, lastSeen]) expect(time?.getTime()).toBeGreaterThan(timeBeforeRequest - 60_000)
  const idleActivity = await findActivity(otherResident)
  expect(idleActivity.active_at.getTime()).toBeLessThan(timeBeforeRequest - 300_000)
  expect(idleActivity.last_seen).toBeNull()
})

const createChallengeRow = (area: 'admin' | 'super-admin') => ({
  token_hash: hashToken(generateToken()),
  area,
  account_id: 7,
})
test('begun logins end with the sessions of their account, not those of the same id in another area', async () => {
  const { db } = portal
  const challengeRows = [createChallengeRow('admin'), createChallengeRow('super-admin')]
  await db.insertInto('login_challenges').values(challengeRows).execute()
  await endSessions(db, 'admin', 7)
  const remainingChallenges = await db.selectFrom('login_challenges').select('area').execute()
  expect(remainingChallenges).toEqual([{ area: 'super-admin' }])
})
