import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeToken } from '#features/sessions/passwords/account-tokens.ts'
import { tokensOf } from '#features/sessions/testing.ts'
import { startTestSmtp, type TestSmtp } from '#platform/mail/testing-smtp.ts'
import { makeTenant } from '#testing/accounts.ts'
import type { LoggedIn } from '#testing/callers.ts'
import { createTestPortal, type TestPortal } from '#testing/portal.ts'

const send = (office: LoggedIn, id: number) => office.post(`/tenant/${id}/login-details`)

/** Decodes the plain text of a mail: soft line breaks and quoted-printable characters. */
const plain = (mail: string): string =>
  (mail.split(/Content-Type: text\/html/i)[0] ?? '')
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
const tokenIn = (mail: string): string => /choose-password#([\w-]{43})/.exec(plain(mail))?.[1] ?? 'none'

describe('without SMTP_URL', () => {
  let portal: TestPortal
  let office: LoggedIn
  let outbox: string
  beforeAll(async () => {
    portal = await createTestPortal()
    office = await portal.as('admin', { roles: { tenants: ['edit'] } })
    outbox = join(portal.services.config.dataDir, 'outbox')
  })
  beforeEach(() => rm(outbox, { recursive: true, force: true }))
  afterAll(() => portal.close())

  const newestMail = async () =>
    readFile(join(outbox, (await readdir(outbox)).toSorted().at(-1) ?? ''), 'utf8')

  test('the mail contains the client code, the portal’s address and a link that chooses a password', async () => {
    await portal.db
      .updateTable('settings')
      .set({ value: 'Sampaguita Heights' })
      .where('name', '=', 'websiteName')
      .execute()
    const tenant = await makeTenant(portal.db, {
      uoccname: 'Liza Niño',
      email: 'liza@example.test',
      passwordHash: null,
    })
    const { status, body } = await send(office, tenant.id)
    expect(status).toBe(200)
    expect(body).toEqual({
      message: 'This portal sends no mail yet: the login details were written to its outbox folder.',
      email: 'liza@example.test',
      delivered: false,
    })
    const mail = await newestMail()
    expect(mail).toMatch(/^Subject: Your login details for Sampaguita Heights\r$/m)
    expect(mail).toContain('liza@example.test')
    expect(plain(mail)).toContain(`Client code: ${tenant.clientCode}`)
    expect(plain(mail)).toMatch(/Portal: http:\/\/127\.0\.0\.1:\d+\/\s/)
    expect(plain(mail)).toMatch(/http:\/\/127\.0\.0\.1:\d+\/choose-password#[\w-]{43}/)
    expect(mail).not.toContain('argon2')
    const token = tokenIn(mail)
    expect(JSON.stringify(body)).not.toContain(token)
    const owner = await portal.nobody.post('/choose-password/owner', { token })
    expect(owner.body).toEqual({ area: 'client', login: tenant.clientCode })
    const password = 'chosen-by-liza'
    await portal.nobody.post('/choose-password', { token, password, password_confirmation: password })
    expect((await portal.nobody.post('/login', { clientCode: tenant.clientCode, password })).status).toBe(200)
  })

  test('the address comes from the configuration, never from request headers', async () => {
    const tenant = await makeTenant(portal.db)
    await portal.app.inject({
      method: 'POST',
      url: `/api/tenant/${tenant.id}/login-details`,
      headers: {
        authorization: `Bearer ${office.token}`,
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
      },
    })
    expect(await newestMail()).not.toContain('evil.example')
  })

  test('sending again ends the earlier link; two simultaneous mails leave one valid link', async () => {
    const tenant = await makeTenant(portal.db)
    await send(office, tenant.id)
    const first = tokenIn(await newestMail())
    await send(office, tenant.id)
    const second = tokenIn(await newestMail())
    expect(second).not.toBe(first)
    expect((await portal.nobody.post('/choose-password/owner', { token: first })).status).toBe(404)
    expect((await portal.nobody.post('/choose-password/owner', { token: second })).status).toBe(200)

    await Promise.all(Array.from({ length: 5 }, () => send(office, tenant.id)))
    expect(await tokensOf(portal, 'client', tenant.id)).toHaveLength(1)
  })

  test('a link created while another is sent does not stay valid beside it', async () => {
    const tenant = await makeTenant(portal.db)
    const sent = await portal.db.transaction().execute(async (tx) => {
      await makeToken(tx, 'client', tenant.id, 72)
      const sending = send(office, tenant.id)
      await Promise.race([sending, delay(300)])
      return { sending }
    })
    expect((await sent.sending).status).toBe(200)
    expect(await tokensOf(portal, 'client', tenant.id)).toHaveLength(1)
  })

  test.each([
    ['', 'This tenant has no e-mail address. Please add one first.'],
    ['imported without a check', 'Please input a valid email!'],
    ['a@b.test\r\nBcc: all@b.test', 'Please input a valid email!'],
  ])('an e-mail of %j is a clear 400, and nothing is left behind', async (email, message) => {
    const tenant = await makeTenant(portal.db, { email })
    const { status, body } = await office.post(`/tenant/${tenant.id}/login-details`)
    expect([status, body.message, body.errors]).toEqual([400, message, { email: [message] }])
    expect(await tokensOf(portal, 'client', tenant.id)).toEqual([])
    await expect(readdir(outbox)).rejects.toThrow('ENOENT')
  })

  test('deleted and unknown tenants answer 404', async () => {
    const gone = await makeTenant(portal.db, { status: 0 })
    expect((await send(office, gone.id)).status).toBe(404)
    expect((await send(office, 99_999_999)).status).toBe(404)
  })

  test.each([
    ['a new password', { password: 'given-by-the-office' }],
    ['another e-mail address', { email: 'right@example.test' }],
  ])('%s ends the link that was mailed before', async (_, change) => {
    const tenant = await makeTenant(portal.db)
    await send(office, tenant.id)
    const token = tokenIn(await newestMail())
    expect((await office.put(`/tenant/${tenant.id}`, { uoccname: 'No reason to end it' })).status).toBe(200)
    expect((await portal.nobody.post('/choose-password/owner', { token })).status).toBe(200)
    await office.put(`/tenant/${tenant.id}`, change)
    expect((await portal.nobody.post('/choose-password/owner', { token })).status).toBe(404)
  })

  test('deleting the tenant ends the link', async () => {
    const tenant = await makeTenant(portal.db)
    await send(office, tenant.id)
    const token = tokenIn(await newestMail())
    const remover = await portal.as('admin', { roles: { tenants: ['delete'] } })
    await remover.delete(`/tenant/${tenant.id}`)
    expect((await portal.nobody.post('/choose-password/owner', { token })).status).toBe(404)
    expect(await tokensOf(portal, 'client', tenant.id)).toEqual([])
  })
})

describe('with SMTP_URL', () => {
  let smtp: TestSmtp
  let portal: TestPortal
  let office: LoggedIn
  beforeAll(async () => {
    smtp = await startTestSmtp()
    portal = await createTestPortal({
      smtpUrl: smtp.url,
      mailFrom: 'office@example.test',
      publicUrl: 'https://portal.example',
    })
    office = await portal.as('admin', { roles: { tenants: ['edit'] } })
  })
  afterAll(async () => {
    await portal.close()
    await smtp.close()
  })

  test('the mail is sent with links to the public address', async () => {
    const tenant = await makeTenant(portal.db, { email: 'ana@example.test' })
    const { body } = await send(office, tenant.id)
    expect(body).toEqual({
      message: 'Login details were sent to ana@example.test.',
      email: 'ana@example.test',
      delivered: true,
    })
    expect(smtp.received.at(-1)?.to).toEqual(['ana@example.test'])
    const mail = plain(smtp.received.at(-1)?.data ?? '')
    expect(mail).toMatch(/https:\/\/portal\.example\/choose-password#[\w-]{43}/)
    expect(mail).toMatch(/Portal: https:\/\/portal\.example\/\s/)
  })

  test('a refusal by the mail server is reported; the earlier link stays valid and no new one is left', async () => {
    const tenant = await makeTenant(portal.db, { email: 'ana@example.test' })
    await send(office, tenant.id)
    const token = tokenIn(smtp.received.at(-1)?.data ?? '')
    smtp.fault = 'refuse recipients'
    const refused = await office.post(`/tenant/${tenant.id}/login-details`)
    smtp.fault = 'none'
    expect([refused.status, refused.body]).toEqual([
      503,
      { code: 'mailNotSent', message: 'The e-mail could not be sent. Please try again in a while.' },
    ])
    expect((await portal.nobody.post('/choose-password/owner', { token })).status).toBe(200)
    expect(await tokensOf(portal, 'client', tenant.id)).toHaveLength(1)
  })
})
