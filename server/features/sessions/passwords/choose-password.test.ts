import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { createCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { LOGIN_ATTEMPT_LIMITS, type Area } from '@tahanan/contract/limits.ts'
import {
  addFailures,
  createChangePasswordBody,
  createChoiceBody,
  logIn as logInBy,
  setMaintenance,
  createAccount,
  listTokens,
} from '../testing.ts'
import {
  endOlderTokens,
  endTokens,
  findToken,
  createToken,
  removeExpiredTokens,
  consumeToken,
} from './create-token.ts'

const portal = await openTestPortal()
beforeEach(async () => {
  await portal.db.deleteFrom('login_failures').execute()
  await setMaintenance(portal, '0')
})

const NEW_PASSWORD = 'a-password-of-my-own'
const LINK_ENDED_ERROR = {
  code: 'passwordLinkEnded',
  message: 'This link is not valid any more. Please ask for a new one.',
}
const choosePassword = (token: unknown, password: unknown = NEW_PASSWORD, confirmation?: unknown) =>
  portal.nobody.post('/choose-password', createChoiceBody(token, password, confirmation))
const findOwner = (token: string) => portal.nobody.post('/choose-password/owner', { token })
const getLoginStatus = async (area: Area, login: string, password: string) =>
  (await logInBy(portal.nobody, area, login, password)).status

describe.each(['client', 'admin', 'super-admin'] as const)('in the area %s', (area) => {
  test('a link names its owner, chooses the password once and ends the sessions', async () => {
    const { who, login } = await createAccount(portal, area)
    const token = await createToken(portal.db, area, who.id, 72)
    expect((await findOwner(token)).body).toEqual({ area, login })
    expect((await findOwner(token)).status).toBe(200)
    const chooseReply = await choosePassword(token)
    expect([chooseReply.status, chooseReply.body]).toEqual([200, { area, login }])
    expect((await who.get('/me')).status).toBe(401)
    expect(await getLoginStatus(area, login, NEW_PASSWORD)).toBe(200)
    expect(await getLoginStatus(area, login, TEST_PASSWORD)).toBe(401)
    for (const usedTokenResponse of [await choosePassword(token, 'yet-another-one'), await findOwner(token)])
      expect([usedTokenResponse.status, usedTokenResponse.body]).toEqual([404, LINK_ENDED_ERROR])
    expect(await getLoginStatus(area, login, NEW_PASSWORD)).toBe(200)
  })
})

test('an imported tenant without a password can log in after choosing one', async () => {
  const resident = await portal.as('client', { passwordHash: null })
  expect(await getLoginStatus('client', resident.account.clientCode, NEW_PASSWORD)).toBe(401)
  expect((await choosePassword(await createToken(portal.db, 'client', resident.id, 72))).status).toBe(200)
  expect(await getLoginStatus('client', resident.account.clientCode, NEW_PASSWORD)).toBe(200)
})

test('errors name the field and keep the link valid', async () => {
  const { id } = await portal.as('client')
  const token = await createToken(portal.db, 'client', id, 72)
  const refusals = [
    [await choosePassword(token, '', ''), { password: ['Please input your password!'] }],
    [await portal.nobody.post('/choose-password', { token }), { password: ['Please input your password!'] }],
    [
      await choosePassword(token, 'short', 'short'),
      { password: ['The password needs at least 8 characters.'] },
    ],
    [
      await choosePassword(token, NEW_PASSWORD, `${NEW_PASSWORD} `),
      { password_confirmation: ['The two passwords that you entered do not match!'] },
    ],
  ] as const
  for (const [{ status, body }, errors] of refusals) expect([status, body.errors]).toEqual([400, errors])
  expect((await choosePassword(token, 'x'.repeat(201))).status).toBe(400)
  expect((await choosePassword(token, { length: 10 })).status).toBe(400)
  expect((await choosePassword(token)).status).toBe(200)
})

test('spaces around a password are part of it', async () => {
  const { id, account } = await portal.as('client')
  await choosePassword(await createToken(portal.db, 'client', id, 72), '  eight  ')
  expect(await getLoginStatus('client', account.clientCode, '  eight  ')).toBe(200)
  expect(await getLoginStatus('client', account.clientCode, 'eight')).toBe(401)
})

test('of simultaneous uses of a link one succeeds', async () => {
  const { id, account } = await portal.as('client')
  const token = await createToken(portal.db, 'client', id, 72)
  const choiceResponses = await Promise.all(
    Array.from({ length: 4 }, (_, n) => choosePassword(token, `password-number-${n}`)),
  )
  const winnerIndexes = choiceResponses.flatMap(({ status }, n) => (status === 200 ? [n] : []))
  expect(winnerIndexes).toHaveLength(1)
  for (const { status } of choiceResponses) expect([200, 404]).toContain(status)
  expect(await getLoginStatus('client', account.clientCode, `password-number-${winnerIndexes[0]}`)).toBe(200)
})

test('unknown and malformed links and those of deleted accounts get the same answer', async () => {
  const deletedTenant = await portal.as('client')
  const token = await createToken(portal.db, 'client', deletedTenant.id, 72)
  await portal.db.updateTable('tenants').set({ status: 0 }).where('id', '=', deletedTenant.id).execute()
  for (const wrongToken of [token, 'A'.repeat(43), 'x', `${token}x`, "' or 1=1 --", '%00', '../../me']) {
    const choiceResponse = await choosePassword(wrongToken)
    expect([wrongToken, choiceResponse.status, choiceResponse.body.code]).toEqual([
      wrongToken,
      404,
      'passwordLinkEnded',
    ])
    await portal.db.deleteFrom('login_failures').execute()
  }
  expect((await findOwner(token)).body).toEqual(LINK_ENDED_ERROR)
})

test('a link expires, and expired links are deleted', async () => {
  const { id } = await portal.as('client')
  const [expiredToken, validToken] = [
    await createToken(portal.db, 'client', id, 72),
    await createToken(portal.db, 'client', id, 72),
  ]
  const [row] = await listTokens(portal, 'client', id)
  const validHours = ((row?.expires_at.getTime() ?? 0) - (row?.created_at.getTime() ?? 0)) / 3_600_000
  expect(validHours).toBeGreaterThan(71.9)
  expect(validHours).toBeLessThanOrEqual(72)
  await sql`update account_tokens set expires_at = now() - interval '1 second'
    where token_hash = sha256(${expiredToken}::bytea)`.execute(portal.db)
  expect((await findOwner(expiredToken)).status).toBe(404)
  expect((await choosePassword(expiredToken)).status).toBe(404)
  expect(await consumeToken(portal.db, expiredToken)).toBeUndefined()
  await removeExpiredTokens(portal.db)
  expect(await listTokens(portal, 'client', id)).toHaveLength(1)
  expect((await choosePassword(validToken)).status).toBe(200)
})

test('the newest link ends the older ones of its account only', async () => {
  const [a, b] = [await portal.as('client'), await portal.as('client')]
  const admin = await portal.as('admin')
  const firstToken = await createToken(portal.db, 'client', a.id, 72)
  const otherTokens = [
    await createToken(portal.db, 'client', b.id, 72),
    await createToken(portal.db, 'admin', admin.id, 72),
  ]
  const secondToken = await createToken(portal.db, 'client', a.id, 72)
  await endOlderTokens(portal.db, firstToken)
  expect((await findOwner(secondToken)).status).toBe(200)
  await endOlderTokens(portal.db, secondToken)
  expect((await findOwner(firstToken)).status).toBe(404)
  for (const token of [secondToken, ...otherTokens]) expect((await findOwner(token)).status).toBe(200)
  await endTokens(portal.db, 'client', a.id)
  expect((await findOwner(secondToken)).status).toBe(404)
  for (const token of otherTokens) expect((await findOwner(token)).status).toBe(200)
})

test('of links created within a millisecond the later is the newer, even after the clock was set back', async () => {
  const { id } = await portal.as('client')
  for (let n = 0; n < 10; n++) {
    const olderToken = await createToken(portal.db, 'client', id, 72)
    const newerToken = await createToken(portal.db, 'client', id, 72)
    await endOlderTokens(portal.db, olderToken)
    expect(await findToken(portal.db, newerToken)).not.toBeUndefined()
    await endOlderTokens(portal.db, newerToken)
    expect(await findToken(portal.db, olderToken)).toBeUndefined()
  }
  await portal.db
    .updateTable('account_tokens')
    .set({ created_at: new Date(Date.now() + 3_600_000) })
    .where('account_id', '=', id)
    .execute()
  const latestToken = await createToken(portal.db, 'client', id, 72)
  await endOlderTokens(portal.db, latestToken)
  const remainingTokens = await listTokens(portal, 'client', id)
  expect(remainingTokens).toHaveLength(1)
  expect(await findToken(portal.db, latestToken)).not.toBeUndefined()
  expect(remainingTokens[0]?.expires_at.getTime()).toBeLessThan(Date.now() + 72.1 * 3_600_000)
})

test('choosing a password ends the account’s other links', async () => {
  const { id } = await portal.as('client')
  const tokens = [
    await createToken(portal.db, 'client', id, 72),
    await createToken(portal.db, 'client', id, 72),
  ]
  expect((await choosePassword(tokens[1])).status).toBe(200)
  expect((await choosePassword(tokens[0])).status).toBe(404)
})

test('changing the password ends the links of residents and administrators', async () => {
  const [resident, admin] = [await portal.as('client'), await portal.as('admin')]
  const superAdmin = await portal.as('super-admin')
  const tokens = [
    await createToken(portal.db, 'client', resident.id, 72),
    await createToken(portal.db, 'admin', admin.id, 72),
  ]
  const password = 'changed-by-hand'
  await resident.put('/change-password', createChangePasswordBody(password))
  await superAdmin.put(`/user-admin/${admin.id}`, { password, password_confirmation: password })
  for (const token of tokens) expect((await findOwner(token)).status).toBe(404)
})

test('the database stores no token in plain text', async () => {
  const { id } = await portal.as('client')
  const token = await createToken(portal.db, 'client', id, 72)
  expect(token).toMatch(/^[\w-]{43}$/)
  const rows = await portal.db.selectFrom('account_tokens').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows.every((row) => row.token_hash.length === 32)).toBe(true)
})

test('a portal without a mail server mails no link', async () => {
  const forgotResponse = await portal.nobody.post('/forgot-password/client', { login: 'A-101' })
  expect([forgotResponse.status, forgotResponse.body.code]).toEqual([503, 'noMail'])
})

test('a session token chooses no password, a link token opens no session', async () => {
  const resident = await portal.as('client')
  const token = await createToken(portal.db, 'client', resident.id, 72)
  expect((await choosePassword(resident.token)).status).toBe(404)
  expect((await createCaller(portal.app, token).get('/me')).status).toBe(401)
})

const choosePasswordFrom = (address: string, token: string) =>
  portal
    .from(address, { 'x-forwarded-for': `10.0.0.${Math.floor(Math.random() * 255)}` })
    .post('/choose-password', createChoiceBody(token, NEW_PASSWORD))

describe('guessing links', () => {
  test('is blocked after 200 wrong links from an address, in both calls; right ones and logins are not', async () => {
    const resident = await portal.as('client')
    const token = await createToken(portal.db, 'client', resident.id, 72)
    await addFailures(portal.db, 'link 203.0.113.7', 198)
    expect((await choosePasswordFrom('203.0.113.7', 'A'.repeat(43))).status).toBe(404)
    const findUnknownOwner = () =>
      portal.from('203.0.113.7').post('/choose-password/owner', { token: 'B'.repeat(43) })
    expect((await findUnknownOwner()).status).toBe(404)
    const refusedReply = await findUnknownOwner()
    expect(refusedReply.status).toBe(429)
    expect(Number(refusedReply.headers['retry-after'])).toBeGreaterThan(800)
    expect((await choosePasswordFrom('203.0.113.8', 'A'.repeat(43))).status).toBe(404)
    const loginResponse = await logInBy(portal.from('203.0.113.7'), 'client', resident.account.clientCode)
    expect(loginResponse.status).toBe(200)
    expect((await choosePasswordFrom('203.0.113.7', token)).status).toBe(200)
  })

  test('does not count valid links', async () => {
    const resident = await portal.as('client')
    const token = await createToken(portal.db, 'client', resident.id, 72)
    for (let n = 0; n < 15; n++) expect((await findOwner(token)).status).toBe(200)
    expect((await choosePassword(token)).status).toBe(200)
  })

  test('is forgiven: an account blocked by failed logins can log in after choosing a password', async () => {
    const { id, account } = await portal.as('client')
    await addFailures(portal.db, `client ${account.clientCode.toLowerCase()}`, 30)
    expect(await getLoginStatus('client', account.clientCode, TEST_PASSWORD)).toBe(429)
    await choosePassword(await createToken(portal.db, 'client', id, 72))
    expect(await getLoginStatus('client', account.clientCode, NEW_PASSWORD)).toBe(200)
  })

  test.each(['203.0.113.9', '2001:db8::9'])(
    'is forgiven at the address %s too, where other accounts stay blocked',
    async (address) => {
      const [resident, neighbour] = [await portal.as('client'), await portal.as('client')]
      const logInFrom = async (clientCode: string, password: string) =>
        (await logInBy(portal.from(address), 'client', clientCode, password)).status
      const { clientCode } = resident.account
      const similarLogins = [neighbour.account.clientCode, `x client ${clientCode}`, `${clientCode}%`]
      for (const login of [clientCode, ...similarLogins])
        for (let n = 0; n < LOGIN_ATTEMPT_LIMITS.ofAccountFromAddress; n++)
          expect(await logInFrom(login, 'wrong-password')).toBe(401)
      expect(await logInFrom(clientCode, TEST_PASSWORD)).toBe(429)
      await choosePassword(await createToken(portal.db, 'client', resident.id, 72))
      expect(await logInFrom(clientCode, NEW_PASSWORD)).toBe(200)
      for (const login of similarLogins) expect(await logInFrom(login, TEST_PASSWORD)).toBe(429)
    },
  )
})

test('during maintenance residents and administrators cannot choose, and their links stay valid', async () => {
  const [resident, superAdmin] = [await portal.as('client'), await portal.as('super-admin')]
  const [token, superAdminToken] = [
    await createToken(portal.db, 'client', resident.id, 72),
    await createToken(portal.db, 'super-admin', superAdmin.id, 72),
  ]
  await setMaintenance(portal, '1')
  expect((await findOwner(token)).status).toBe(503)
  expect((await choosePassword(token)).body.code).toBe('maintenance')
  expect((await choosePassword(superAdminToken)).status).toBe(200)
  await setMaintenance(portal, '0')
  expect((await choosePassword(token)).status).toBe(200)
})
