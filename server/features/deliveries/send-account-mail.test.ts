import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { notifyTenant } from '#features/notifications/notify.ts'
import { startTestSmtp } from '#platform/mail/testing-smtp.ts'
import { getNextNoon } from '#testing/get-next-noon.ts'
import { createTestPortal, openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Delivery, ResendResult } from '@tahanan/contract/deliveries/answers.ts'

/** Tests that account mails, which have no notification, are listed in Deliveries (rules 23.50 and 23.51). */
const smtp = await startTestSmtp()
afterAll(() => smtp.close())
const portal = await openTestPortal({
  smtpUrl: smtp.url,
  mailFrom: 'office@example.test',
  publicUrl: 'https://portal.example',
})
const { db } = portal
const officeAdmin = await portal.as('admin', { roles: { deliveries: ['view', 'resend'], tenants: ['edit'] } })
const { log } = portal.services

beforeEach(async () => {
  await db.deleteFrom('deliveries').execute()
  await db.deleteFrom('login_failures').execute()
  smtp.received.length = 0
  smtp.fault = 'none'
  vi.spyOn(log, 'warn')
  vi.spyOn(log, 'info')
})

const sendLoginDetails = (id: number) => officeAdmin.post(`/tenant/${id}/login-details`)
const listMails = async (query = '') =>
  (await officeAdmin.get<ListOf<Delivery>>(`/deliveries${query}`)).body.data
const listMailSummaries = async () =>
  (await listMails()).map(({ title, state, reason, tries }) => [title, state, reason, tries])
const getMinutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const requestNewPassword = (area: string, login: string) =>
  portal.nobody.post(`/forgot-password/${area}`, { login })
const findMailRefusedAt = async (id: number) =>
  (await db.selectFrom('tenants').select('mail_refused_at').where('id', '=', id).executeTakeFirstOrThrow())
    .mail_refused_at

test('login details, links for passwords and warnings stand in Deliveries, without their text (rules 23.50)', async () => {
  const ana = await portal.as('client', { uoccname: 'Ana Reyes', clientCode: 'M-101' })
  const superAdmin = await portal.as('super-admin', { name: 'Root', email: 'root@example.test' })
  const clerk = await portal.as('admin', { name: 'Liza Santos' })
  await sendLoginDetails(ana.id)
  await requestNewPassword('client', 'M-101')
  await requestNewPassword('super-admin', superAdmin.account.email)
  await requestNewPassword('admin', clerk.account.email)
  await portal.runJobs()
  const mails = await listMails()
  expect(
    mails.map(({ title, reader, state, channel, kind }) => [title, reader.name, state, channel, kind]),
  ).toEqual([
    ['Link for a new password', 'Liza Santos', 'sent', 'mail', 'security'],
    ['Link for a new password', 'Super-administrator', 'sent', 'mail', 'security'],
    ['Link for a new password', 'Ana Reyes', 'sent', 'mail', 'security'],
    ['Login details', 'Ana Reyes', 'sent', 'mail', 'security'],
  ])
  expect(mails.map(({ reader: { area, clientCode } }) => [area, clientCode])).toEqual([
    ['admin', null],
    ['super-admin', null],
    ['client', 'M-101'],
    ['client', 'M-101'],
  ])
  const storedDeliveries = JSON.stringify(await db.selectFrom('deliveries').selectAll().execute())
  for (const { data } of smtp.received) {
    const token = /choose-password#([\w-]{20})/.exec(data.replaceAll('=\r\n', ''))?.[1]
    expect(token).toBeDefined()
    expect(storedDeliveries).not.toContain(token)
  }
  expect(storedDeliveries).not.toMatch(/https?:|choose-password/)
  expect((await listMails('?kind=security')).length).toBe(4)
  expect((await listMails('?kind=payment')).length).toBe(0)
  expect((await listMails(`?tenantId=${ana.id}`)).length).toBe(2)
  expect((await listMails('?searchTerm=Liza')).map(({ title }) => title)).toEqual(['Link for a new password'])
})

test('an address that does not exist says so, marks the account, and is not tried again (rules 23.51)', async () => {
  const { id, account } = await portal.as('client', { email: 'nobody@example.test' })
  smtp.fault = 'refuse recipients'
  const { status, body } = await sendLoginDetails(id)
  expect([status, body]).toEqual([
    422,
    {
      code: 'mailRefused',
      message: 'This address does not exist. The email was not sent; another try would be refused too.',
    },
  ])
  expect(await findMailRefusedAt(id)).not.toBeNull()
  await requestNewPassword('client', account.clientCode)
  await portal.runJobs()
  const jobs = await portal.services.pool.query(
    `select from graphile_worker.jobs where task_identifier = 'mail-forgotten-password'`,
  )
  expect(jobs.rowCount).toBe(0)
  const reason = 'This address does not exist. The mail server answered: 550 5.1.1 no such user'
  expect(
    (await listMails()).map(({ state, reason: mailReason, tries }) => [state, mailReason, tries]),
  ).toEqual([
    ['failed', reason, 1],
    ['failed', reason, 1],
  ])
  smtp.fault = 'none'
  await sendLoginDetails(id)
  expect(await findMailRefusedAt(id)).toBeNull()
})

test('a server that is away has other words; the tries of a job are one delivery (rules 23.51)', async () => {
  const { id, account } = await portal.as('client')
  smtp.fault = 'hang up'
  smtp.hangUp()
  expect((await sendLoginDetails(id)).body).toMatchObject({
    code: 'mailNotSent',
    message: 'The email could not be sent. Please try again in a while.',
  })
  await requestNewPassword('client', account.clientCode)
  await portal.runJobs()
  const reason = 'The mail server could not be reached: it closed the connection'
  const createFailedSummary = (title: string, tries: number) => [title, 'failed', reason, tries]
  expect(await listMailSummaries()).toEqual([
    createFailedSummary('Link for a new password', 1),
    createFailedSummary('Login details', 1),
  ])
  expect(await findMailRefusedAt(id)).toBeNull()
  const runJobsAgain = async () => {
    await portal.services.pool.query(
      'select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())',
    )
    await portal.runJobs()
  }
  await runJobsAgain()
  expect((await listMailSummaries())[0]).toEqual(createFailedSummary('Link for a new password', 2))
  smtp.fault = 'none'
  await runJobsAgain()
  expect(await listMailSummaries()).toEqual([
    ['Link for a new password', 'sent', '', 2],
    createFailedSummary('Login details', 1),
  ])
})

test('they cannot be sent again from Deliveries, which has no link to send', async () => {
  const { id } = await portal.as('client')
  smtp.fault = 'hang up'
  smtp.hangUp()
  await sendLoginDetails(id)
  const [delivery] = await listMails()
  expect(delivery?.purpose).toBe('loginDetails')
  const { body } = await officeAdmin.post<ResendResult>('/deliveries-resent', { ids: [delivery?.id] })
  expect(body).toEqual({ done: [], refused: [delivery?.id] })
})

test('a mail whose process was killed ends as unclear, and old ones are removed after 90 days', async () => {
  const { id } = await portal.as('client')
  const mail = { area: 'client', reader_id: id, channel: 'mail', purpose: 'loginDetails' } as const
  await db
    .insertInto('deliveries')
    .values([
      { ...mail, state: 'sending', at: getMinutesAgo(3) },
      { ...mail, state: 'sent', at: getMinutesAgo(91 * 24 * 60) },
    ])
    .execute()
  await portal.deliverAt(new Date())
  expect((await listMails()).map(({ state }) => state)).toEqual(['unclear', 'sent'])
  await portal.services.pool.query(`select graphile_worker.add_job('apply-retention')`)
  await portal.runJobs()
  expect((await listMails()).map(({ state }) => state)).toEqual(['unclear'])
})

test('without a mail server the mail was only written to a file', async () => {
  const demo = await createTestPortal({ demo: true })
  onTestFinished(demo.close)
  const { id } = await demo.as('client')
  const clerk = await demo.as('admin', { roles: { tenants: ['edit'] } })
  expect((await clerk.post(`/tenant/${id}/login-details`)).status).toBe(200)
  expect(await demo.db.selectFrom('deliveries').select(['state', 'reason']).execute()).toEqual([
    { state: 'dropped', reason: 'The portal sends no mail: it was written to the outbox folder.' },
  ])
})

test('log lines of mails carry the request, the account and the kind, and no address (rules 23.52)', async () => {
  const { id } = await portal.as('client', { email: 'ana@example.test', clientCode: 'LOG-1' })
  const { headers } = await sendLoginDetails(id)
  expect(log.info).toHaveBeenCalledWith(
    { reqId: headers['x-request-id'], tenantId: id, kind: 'loginDetails' },
    'a mail was sent',
  )
  smtp.fault = 'refuse recipients'
  const passwordReply = await requestNewPassword('client', 'LOG-1')
  await portal.runJobs()
  expect(log.warn).toHaveBeenCalledWith(
    expect.objectContaining({
      reqId: passwordReply.headers['x-request-id'],
      tenantId: id,
      kind: 'newPassword',
      state: 'failed',
      reason: expect.stringContaining('does not exist') as string,
    }),
    'a mail was refused for good',
  )
  expect(JSON.stringify([...vi.mocked(log.warn).mock.calls, ...vi.mocked(log.info).mock.calls])).not.toMatch(
    /ana@example|choose-password/,
  )
})

test('log lines of news carry the account, the kind and the deliveries (rules 23.52)', async () => {
  const { id: tenantId } = await portal.as('client')
  await notifyTenant(db, {
    tenantId,
    kind: 'ticket',
    title: 'Approved',
    brief: '',
    message: 'Yes.',
    link: null,
  })
  await portal.deliverAt(getNextNoon())
  const { id } = await db.selectFrom('deliveries').select('id').executeTakeFirstOrThrow()
  expect(log.info).toHaveBeenCalledWith({ tenantId, kind: 'ticket', deliveries: [id] }, 'a mail was sent')
})
