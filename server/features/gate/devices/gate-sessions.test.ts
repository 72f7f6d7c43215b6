import { sql, type UpdateObject } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { removeExpiredSessions } from '#features/sessions/remove-expired-sessions.ts'
import { logIn } from '#features/sessions/testing.ts'
import type { DB } from '#platform/db/generated.ts'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { getCode, turnOnSecondFactor } from '#testing/authenticator.ts'
import { callDuring } from '#testing/call-during.ts'
import { createCaller, toRefusal } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { LOGIN_ATTEMPT_LIMITS } from '@tahanan/contract/limits.ts'
import { renewCode } from './changes.ts'
import { openGates } from './testing.ts'

const portal = await openTestPortal()
const { office, makeGate, makeDevice, enrolGuard, logInAt } = await openGates(portal)
beforeEach(async () => {
  await portal.db.deleteFrom('login_failures').execute()
})

const setSessionAge = (sessionId: number, active: string, createdAge: string) =>
  sql`update sessions set active_at = now() - ${active}::interval, created_at = now() - ${createdAge}::interval
    where id = ${sessionId}`.execute(portal.db)
const countSessions = async (deviceId: number) =>
  (
    await portal.db
      .selectFrom('sessions')
      .select(['id', 'account_id', 'device'])
      .where('gate_device_id', '=', deviceId)
      .execute()
  ).length

test('the code of the office makes the session one of the gate, at once', async () => {
  const [gate, guard] = [await makeGate(), await portal.as('admin')]
  const device = await makeDevice(gate.id)
  expect(device.code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
  expect((await guard.get('/tickets')).status).toBe(200)
  await portal.drainEvents()
  const typedCode = `${device.code.slice(0, 4).toLowerCase()} ${device.code.slice(4)}`
  const { status, body } = await guard.post('/gate-enrolment', { code: typedCode })
  expect([status, body]).toEqual([
    200,
    {
      secret: expect.stringMatching(/^[\w-]{43}$/) as string,
      gate: gate.name,
      device: expect.any(String) as string,
    },
  ])
  expect((await guard.get('/me')).body).toMatchObject({ gate: { name: gate.name } })
  expect(await guard.get('/tickets')).toMatchObject(toRefusal(403, 'gateDevice'))
  expect(await guard.post('/gate-enrolment', { code: 'AAAA2222' })).toMatchObject(
    toRefusal(403, 'gateDevice'),
  )
  // The session's sockets are disconnected. They reconnect without joining the rooms of the office.
  expect(await portal.drainEvents()).toContainEqual({ disconnect: `session.${guard.sessionId}` })
})

test('a code is good once and for 15 minutes, and not for a device or gate that ended', async () => {
  const gate = await makeGate()
  const guards = await Promise.all([1, 2, 3].map(() => portal.as('admin', { roles: { gate: ['scan'] } })))
  const { code, id } = await makeDevice(gate.id)
  const enrolmentResponses = await Promise.all(guards.map((guard) => guard.post('/gate-enrolment', { code })))
  expect(enrolmentResponses.map(({ status }) => status).toSorted()).toEqual([200, 403, 403])
  expect(await countSessions(id)).toBe(1)

  const guard = await portal.as('admin', { roles: { gate: ['scan'] } })
  const expiredDevice = await makeDevice(gate.id)
  await portal.db
    .updateTable('gate_devices')
    .set({ code_ends_at: new Date(Date.now() - 1000) })
    .where('id', '=', expiredDevice.id)
    .execute()
  const endedDevice = await makeDevice(gate.id)
  await office.delete(`/gate-device/${endedDevice.id}`)
  const otherGate = await makeGate()
  const deviceOfDeletedGate = await makeDevice(otherGate.id)
  await office.delete(`/gate/${otherGate.id}`)
  for (const device of [id, endedDevice.id])
    await expect(renewCode(portal.db, device), `device ${device}`).rejects.toMatchObject({ code: 'notFound' })
  await renewCode(portal.db, expiredDevice.id)
  for (const wrongCode of [
    expiredDevice.code,
    endedDevice.code,
    deviceOfDeletedGate.code,
    'x',
    "' or 1=1 --",
  ])
    expect(await guard.post('/gate-enrolment', { code: wrongCode })).toMatchObject(
      toRefusal(403, 'wrongGateCode'),
    )
  expect((await guard.get('/gate-devices')).body.code).toBe('missingPermission')
})

test('guessing codes is limited by account, and told', async () => {
  const guard = await portal.as('admin', { roles: { gate: ['scan'] } })
  const enterWrongCode = (caller = guard) => caller.post('/gate-enrolment', { code: 'AAAA2222' })
  for (let attempt = 0; attempt < LOGIN_ATTEMPT_LIMITS.ofAccountFromAddress; attempt += 1)
    expect((await enterWrongCode()).status).toBe(403)
  expect((await enterWrongCode()).status).toBe(429)
  // Wrong codes are not limited by IP address, because all devices of an office share one address.
  expect((await enterWrongCode(await portal.as('admin', { roles: { gate: ['scan'] } }))).status).toBe(403)
  const { code } = await makeDevice((await makeGate()).id)
  expect((await guard.post('/gate-enrolment', { code })).status).toBe(429)
  expect((await logIn(portal.nobody, 'admin', guard.account.email)).status).toBe(200)
  const auditEntries = await portal.db
    .selectFrom('audit_log')
    .select('detail')
    .where('actor_area', '=', 'admin')
    .where('actor_id', '=', guard.id)
    .where('action', '=', 'refused')
    .execute()
  expect(auditEntries.map(({ detail }) => detail)).toContainEqual(expect.stringContaining('/gate-enrolment'))
})

test('a session at the gate has no idle end, and ends after 12 hours', async () => {
  const { guard, device } = await enrolGuard()
  await setSessionAge(guard.sessionId, '11 hours', '11 hours 59 minutes')
  await removeExpiredSessions(portal.db)
  expect((await guard.get('/me')).status).toBe(200)
  await setSessionAge(guard.sessionId, '0 seconds', '12 hours 1 second')
  expect((await guard.get('/me')).status).toBe(401)
  await removeExpiredSessions(portal.db)
  expect(await countSessions(device.id)).toBe(0)
})

test.each(['device', 'gate'] as const)('the end of its %s ends the sessions at once', async (endedItem) => {
  const { guard, device, gate, secret } = await enrolGuard()
  const secondLogin = await logInAt(guard.account.email, TEST_PASSWORD, secret)
  const guardSessions = [guard, createCaller(portal.app, String(secondLogin.body['token']))]
  for (const guardSession of guardSessions) expect((await guardSession.get('/me')).status).toBe(200)
  await portal.drainEvents()
  const path = endedItem === 'device' ? `/gate-device/${device.id}` : `/gate/${gate.id}`
  expect((await office.delete(path)).status).toBe(200)
  for (const guardSession of guardSessions) expect((await guardSession.get('/me')).status).toBe(401)
  const deliveries = await portal.drainEvents()
  expect(deliveries).toContainEqual({
    room: `session.${guard.sessionId}`,
    event: 'session-ended',
    data: { expired: false },
  })
  expect(deliveries).toContainEqual({ disconnect: `session.${guard.sessionId}` })
  expect((await office.delete(path)).status).toBe(404)

  expect(await logInAt(guard.account.email, TEST_PASSWORD, secret)).toMatchObject(
    toRefusal(403, 'deviceEnded'),
  )
  expect(await logInAt(guard.account.email, 'wrong-password', secret)).toMatchObject(
    toRefusal(401, 'invalidCredentials'),
  )
})

test('a login on the device opens the gate alone, with two steps too', async () => {
  const { device, secret } = await enrolGuard()
  const guard = await portal.as('admin')
  const { body } = await logInAt(guard.account.email, TEST_PASSWORD, secret)
  const gateCaller = createCaller(portal.app, String(body['token']))
  expect(await gateCaller.get('/tickets')).toMatchObject(toRefusal(403, 'gateDevice'))
  expect((await gateCaller.get('/gates')).status).toBe(200)
  expect(await countSessions(device.id)).toBe(2)
  const sessionsAnswer = await guard.get<{ device: string }[]>('/sessions')
  expect(sessionsAnswer.body.map((session) => session.device)).toContainEqual(
    expect.stringMatching(/^Tablet \d+, Gate \d+$/),
  )

  const app = await turnOnSecondFactor(guard)
  await portal.db.updateTable('admins').set({ totp_step: null }).execute()
  const passwordLogin = await logInAt(guard.account.email, TEST_PASSWORD, secret)
  expect(Object.keys(passwordLogin.body)).toEqual(['secondFactor'])
  const secondFactorLogin = await createCaller(portal.app, undefined, {
    headers: { 'x-gate-device': secret },
  }).post('/login/second-factor', {
    challenge: passwordLogin.body['secondFactor'],
    code: getCode(app.secret, 1),
  })
  const guardSession = createCaller(portal.app, String(secondFactorLogin.body['token']))
  expect((await guardSession.get('/me')).body).toMatchObject({ gate: { name: expect.any(String) as string } })
  expect((await guard.get('/tickets')).status).toBe(200)
})

test('who may not view the gate cannot log in on its device; who may no longer is refused at once', async () => {
  const { guard, secret, device } = await enrolGuard()
  const clerk = await portal.as('admin', { roles: { tenants: ['view'] } })
  expect(await logInAt(clerk.account.email, TEST_PASSWORD, secret)).toMatchObject(toRefusal(403, 'noGuard'))
  expect(await logInAt(clerk.account.email, 'wrong-password', secret)).toMatchObject(
    toRefusal(401, 'invalidCredentials'),
  )
  expect(await countSessions(device.id)).toBe(1)
  await portal.db.updateTable('admins').set({ roles: '[]' }).where('id', '=', guard.id).execute()
  expect(await guard.get('/gates')).toMatchObject(toRefusal(403, 'missingPermission'))
})

const callDuringChange = <Answered>(
  deviceId: number,
  columns: UpdateObject<DB, 'gate_devices'>,
  call: () => Promise<Answered>,
) =>
  callDuring(
    portal.db,
    (tx) => tx.updateTable('gate_devices').set(columns).where('id', '=', deviceId).execute(),
    [call],
  )

test('a login during the end of its device waits for it, and is refused', async () => {
  const { guard, device, secret } = await enrolGuard()
  const [response] = await callDuringChange(device.id, { ended_at: new Date() }, () =>
    logInAt(guard.account.email, TEST_PASSWORD, secret),
  )
  expect(response).toMatchObject(toRefusal(403, 'deviceEnded'))
  expect(await countSessions(device.id)).toBe(1)
})

test('a code that is being used waits for its use, and is refused', async () => {
  const device = await makeDevice((await makeGate()).id)
  const guard = await portal.as('admin', { roles: { gate: ['scan'] } })
  const [response] = await callDuringChange(device.id, { code_hash: null, code_ends_at: null }, () =>
    guard.post('/gate-enrolment', { code: device.code }),
  )
  expect(response).toMatchObject(toRefusal(403, 'wrongGateCode'))
  expect(await countSessions(device.id)).toBe(0)
})

test('the audit log names who enrolled and ended a device, and holds no secret', async () => {
  const { guard, device, secret } = await enrolGuard()
  await office.delete(`/gate-device/${device.id}`)
  const auditRows = await portal.db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'before', 'after'])
    .where('subject', '=', 'gate_devices')
    .where('subject_id', '=', String(device.id))
    .orderBy('id')
    .execute()
  expect(auditRows.map(({ actor_id, action }) => [actor_id, action])).toEqual([
    [office.id, 'add'],
    [guard.id, 'change'],
    [office.id, 'change'],
  ])
  const log = JSON.stringify(auditRows)
  expect(log).toContain('enrolled_at')
  for (const secretText of ['hash', secret, device.code]) expect(log).not.toContain(secretText)
})
