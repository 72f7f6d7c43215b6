import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { getConnectionString } from '#platform/db/connect.ts'
import { freeAbandonedJobs } from '#platform/jobs/queue.ts'
import { abandonDueJob } from '#platform/jobs/testing.ts'
import { startTestSmtp } from '#platform/mail/testing-smtp.ts'
import { getCode, turnOnSecondFactor } from '#testing/authenticator.ts'
import { listAuditLog } from '#testing/list-audit-log.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import {
  addFailures,
  createChoiceBody,
  logIn,
  setMaintenance,
  createAccount,
  listTokens,
} from '../testing.ts'
import { createToken } from './create-token.ts'
import { mailForgottenPassword } from './request-password-link.ts'

const smtp = await startTestSmtp()
const portal = await openTestPortal({
  smtpUrl: smtp.url,
  mailFrom: 'PMO <pmo@example.test>',
  publicUrl: 'https://portal.example.test',
})
beforeEach(async () => {
  smtp.received.length = 0
  smtp.fault = 'none'
  await portal.db.deleteFrom('login_failures').execute()
})
afterAll(async () => {
  await smtp.close()
})

const NEW_PASSWORD = 'a-password-of-my-own'
let lastAddress = 0
const requestLink = (area: string, login: unknown, address = `198.51.100.${(++lastAddress % 250) + 1}`) =>
  portal.from(address).post(`/forgot-password/${area}`, { login })
const decodeQuotedPrintable = (data: string) =>
  data
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
async function findMail(address: string): Promise<string> {
  await portal.runJobs()
  expect(smtp.received.some(({ to }) => to.includes(address))).toBe(true)
  return decodeQuotedPrintable(smtp.received.findLast(({ to }) => to.includes(address))?.data ?? '')
}
const getTokenOfMail = (mail: string) => /choose-password#([\w-]{43})/.exec(mail)?.[1] ?? ''
const choosePassword = (token: string, password = NEW_PASSWORD) =>
  portal.nobody.post('/choose-password', createChoiceBody(token, password))
const AREA_PATHS: Record<Area, string> = { client: '', admin: '/admin', 'super-admin': '/super-admin' }

describe.each(['client', 'admin', 'super-admin'] as const)('in the area %s', (area) => {
  test('a mailed link chooses a password once and ends the sessions', async () => {
    const { who, login } = await createAccount(portal, area)
    const { email } = who.account
    const requestReply = await requestLink(area, ` ${login.toUpperCase()} `)
    expect([requestReply.status, requestReply.body]).toEqual([
      200,
      { message: 'If we know an email address for this account, a link is on its way to it.' },
    ])
    const mail = await findMail(email)
    expect(mail).toContain('Subject: Choose a new password for Tahanan')
    expect(mail).toContain(`https://portal.example.test${AREA_PATHS[area]}/choose-password#`)
    const [row] = await listTokens(portal, area, who.id)
    const validHours = ((row?.expires_at.getTime() ?? 0) - (row?.created_at.getTime() ?? 0)) / 3_600_000
    expect(validHours).toBeCloseTo(1, 3)
    expect((await who.get('/me')).status).toBe(200)
    expect((await choosePassword(getTokenOfMail(mail))).status).toBe(200)
    expect((await who.get('/me')).status).toBe(401)
    expect((await choosePassword(getTokenOfMail(mail))).status).toBe(404)
    expect((await logIn(portal.nobody, area, login)).status).toBe(401)
    expect((await logIn(portal.nobody, area, login, NEW_PASSWORD)).status).toBe(200)
  })

  test('unknown and deleted accounts and those without an address get the same answer and no mail', async () => {
    const { login } = await createAccount(portal, area)
    const knownAccountReply = await requestLink(area, login)
    await portal.runJobs()
    expect(smtp.received).toHaveLength(1)
    const names = ['nobody@example.test', "' or 1=1 --", '%', '_']
    if (area === 'client') {
      names.push((await portal.as('client', { status: 0 })).account.clientCode)
      names.push((await portal.as('client', { email: '' })).account.clientCode)
    }
    if (area === 'admin') names.push((await portal.as('admin', { status: 0 })).account.email)
    for (const name of names) {
      const { status, body } = await requestLink(area, name)
      expect([name, status, body]).toEqual([name, knownAccountReply.status, knownAccountReply.body])
    }
    await portal.runJobs()
    expect(smtp.received).toHaveLength(1)
  })
})

test('in 15 minutes an account, known or not, gets three links, and an address may ask 200 times', async () => {
  const { login } = await createAccount(portal, 'client')
  for (const name of [login, 'unknown@example.test']) {
    const requestResponses = []
    for (let n = 0; n < 4; n++)
      requestResponses.push(await requestLink('client', n % 2 ? name.toUpperCase() : name))
    expect(requestResponses.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(Number(requestResponses[3]?.headers['retry-after'])).toBeGreaterThan(600)
  }
  // The limit is per area: the same login in another area belongs to another account.
  expect((await requestLink('admin', 'unknown@example.test')).status).toBe(200)
  await addFailures(portal.db, 'forgot address 203.0.113.99', 199)
  expect((await requestLink('client', 'guess-1', '203.0.113.99')).status).toBe(200)
  expect((await requestLink('client', 'guess-2', '203.0.113.99')).status).toBe(429)
  expect((await logIn(portal.from('203.0.113.99'), 'client', login)).status).toBe(200)
})

test('the second factor stays required, and the change is recorded', async () => {
  const adminCaller = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(adminCaller)
  await requestLink('admin', adminCaller.account.email)
  expect((await choosePassword(getTokenOfMail(await findMail(adminCaller.account.email)))).status).toBe(200)
  const loginResponse = await logIn(portal.nobody, 'admin', adminCaller.account.email, NEW_PASSWORD)
  expect(Object.keys(loginResponse.body)).toEqual(['secondFactor'])
  const challenge = loginResponse.body['secondFactor']
  expect(
    (await portal.nobody.post('/login/second-factor', { challenge, code: getCode(secret, 1) })).status,
  ).toBe(200)
  const [row] = await listAuditLog(portal.db, { action: 'change', subject_id: String(adminCaller.id) })
  expect(row?.detail).toBe('Chose a password with a link that was mailed.')
  expect(row?.after).toEqual({ password: 'changed' })
})

test('a stranger’s request does not end the office’s link', async () => {
  const { who, login } = await createAccount(portal, 'client')
  const { email } = who.account
  const earlierToken = await createToken(portal.db, 'client', who.id, 72)
  await requestLink('client', login)
  await findMail(email)
  expect((await choosePassword(earlierToken)).status).toBe(200)
  expect(await listTokens(portal, 'client', who.id)).toEqual([])
})

test('the answer neither depends on the mail server nor waits for it; the mail is retried', async () => {
  const { who, login } = await createAccount(portal, 'client')
  const { email } = who.account
  smtp.fault = 'refuse recipients for now'
  expect((await requestLink('client', login)).status).toBe(200)
  await portal.runJobs()
  expect(await listTokens(portal, 'client', who.id)).toEqual([])
  smtp.fault = 'none'
  await sql`select graphile_worker.reschedule_jobs(
    array(select id from graphile_worker.jobs), clock_timestamp())`.execute(portal.db)
  expect((await choosePassword(getTokenOfMail(await findMail(email)))).status).toBe(200)
})

test('the job contains neither the address nor the input nor the link', async () => {
  const { who, login } = await createAccount(portal, 'client')
  await portal.runJobs()
  await requestLink('client', login)
  const { payload } = await abandonDueJob(
    getConnectionString(portal.services.pool),
    mailForgottenPassword.name,
  )
  expect(Object.keys(payload as object)).toEqual(['request', 'reqId'])
  await freeAbandonedJobs(portal.db, 0)
  await findMail(who.account.email)
})

test('the answer does not read the accounts, so its time does not show which exist', async () => {
  const { login } = await createAccount(portal, 'client')
  await portal.db.transaction().execute(async (tx) => {
    await sql`lock table tenants in access exclusive mode`.execute(tx)
    expect((await requestLink('client', login)).status).toBe(200)
    expect((await requestLink('client', 'nobody')).status).toBe(200)
  })
})

test.each([
  ['client', {}],
  ['client', { login: '' }],
  ['client', { login: 7 }],
  ['client', { login: 'x'.repeat(300) }],
  ['nobody', { login: 'x' }],
])('%s with %j is refused', async (area, body) => {
  const forgotResponse = await portal.nobody.post(`/forgot-password/${area}`, body)
  expect(forgotResponse.status).toBe(400)
})

test('during maintenance residents and administrators are refused', async () => {
  await setMaintenance(portal, '1')
  const statuses = []
  for (const area of ['client', 'admin', 'super-admin'])
    statuses.push((await requestLink(area, 'nobody')).status)
  await setMaintenance(portal, '0')
  expect(statuses).toEqual([503, 503, 200])
})

test('the link is offered', async () => {
  const { body } = await portal.nobody.get('/public-website-settings')
  expect(body).toContainEqual({ name: 'forgottenPassword', value: '1' })
})
