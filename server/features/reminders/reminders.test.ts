import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createLedgerCalls, dayFromNow, type Resident } from '#features/ledger/testing.ts'
import { startTestSmtp } from '#platform/mail/testing-smtp.ts'
import { callDuring } from '#testing/call-during.ts'
import { getNextNoon } from '#testing/get-next-noon.ts'
import { openTestPortal } from '#testing/portal.ts'
import type {
  ReminderBatch,
  ReminderLine,
  ReminderPreview,
} from '@tahanan/contract/billing/reminder-answers.ts'
import { REMINDERS, type ReminderKind } from '@tahanan/contract/billing/reminders.ts'
import { sendReminders } from './send-reminders.ts'

const smtp = await startTestSmtp()
afterAll(() => smtp.close())
const portal = await openTestPortal({ smtpUrl: smtp.url })
const admin = await portal.as('admin')
const { importStatement, pay, charge } = createLedgerCalls(portal, admin)
beforeEach(async () => {
  smtp.received.length = 0
  smtp.fault = 'none'
  // Previews list all tenants, so the tenants of earlier tests are deleted.
  await portal.db.updateTable('tenants').set({ status: 0 }).execute()
})

let debtorCount = 0
async function createDebtor(amount: number, days: number, email?: string): Promise<Resident> {
  debtorCount += 1
  const debtor = await portal.as('client', { email: email ?? `due-${debtorCount}@example.test` })
  await importStatement(debtor, amount, dayFromNow(-60), dayFromNow(days))
  return debtor
}
const loadPreview = async (kind: ReminderKind, days = 7) =>
  (await admin.get<ReminderPreview>(`/reminders?kind=${kind}&days=${days}`)).body.data
const createReminderBatch = (kind: ReminderKind, tenants: readonly Resident[], more: object = {}) =>
  admin.post<ReminderBatch & { errors: object }>('/reminder-batch', {
    kind,
    ...(kind !== 'on' && { days: 7 }),
    text: REMINDERS[kind].text,
    tenantIds: tenants.map(({ id }) => id),
    ...more,
  })
const loadReminderLines = async (id: number) => {
  const { body } = await admin.get<{ data: ReminderLine[] }>(`/reminder-batch/${id}?limit=0`)
  return Object.fromEntries(body.data.map((line) => [line.tenantId, line]))
}
const NOON = getNextNoon()
/** Delivers the reminders at noon, because they would wait during quiet hours. */
async function sendAllMails(): Promise<void> {
  await portal.runJobs()
  await portal.deliverAt(NOON)
}
const getReminderMails = () => smtp.received.filter(({ data }) => /^Subject: Payment (was )?due/m.test(data))
const getMailTexts = () => getReminderMails().map(({ data }) => data.replaceAll(/=\r?\n/g, ''))
const getReceivers = () => getReminderMails().flatMap(({ to }) => to)
const listReminders = async (who: Resident) =>
  (await listNotifications(who)).filter(({ title }) => /^Payment (was )?due/.test(title))
const listNotifications = async (who: Resident) =>
  (await who.get<{ data: { title: string; message: string }[] }>(`/client-notif/${who.id}`)).body.data

test("the preview lists tenants with amounts due on the reminder's days, none with a credit", async () => {
  const soonDueTenant = await createDebtor(1000, 3)
  const [later, today] = [await createDebtor(1000, 8), await createDebtor(1000, 0)]
  const [late, veryLate] = [await createDebtor(1000, -6), await createDebtor(1000, -40)]
  const [paid, credit] = [await createDebtor(500, 3), await createDebtor(-500, 3)]
  await pay(paid, 500)
  await pay(soonDueTenant, 400)
  await charge(soonDueTenant, { amount: 50, date: dayFromNow(-1), dueDate: dayFromNow(5) })
  await charge(soonDueTenant, { amount: 70, date: dayFromNow(-1), dueDate: dayFromNow(30) })
  const { clientCode, uoccname } = soonDueTenant.account
  const dueColumns = { amount: 650, dueDate: dayFromNow(5), leftToPay: 720 }
  const neverReminded = { hasMail: true, lastReminded: null, reminded: false }
  expect(await loadPreview('before')).toEqual([
    { tenantId: soonDueTenant.id, clientCode, uoccname, ...dueColumns, ...neverReminded },
  ])
  const listIds = async (kind: ReminderKind, days?: number) =>
    (await loadPreview(kind, days)).map(({ tenantId }) => tenantId).toSorted((a, b) => a - b)
  expect(await listIds('before', 8)).toEqual([soonDueTenant.id, later.id])
  expect(await listIds('on')).toEqual([today.id])
  expect(await listIds('after', 6)).toEqual([late.id, veryLate.id])
  expect(await listIds('after', 30)).toEqual([veryLate.id])
  expect(await listIds('before', 90)).not.toContain(credit.id)
})

const isReminded = async (who: Resident) => (await listReminders(who)).length > 0

test('each selected tenant is reminded once, by mail and in the portal, unless they paid meanwhile', async () => {
  const [mailed, settles, unchosen] = [
    await createDebtor(1234.5, 3),
    await createDebtor(400, 3),
    await createDebtor(500, 3),
  ]
  const [noMail, wrong] = [await createDebtor(200, 3, ''), await createDebtor(300, 3, 'no address')]
  const tenantsWithoutMail = (await loadPreview('before')).filter(({ hasMail }) => !hasMail)
  expect(tenantsWithoutMail.map(({ tenantId }) => tenantId)).toEqual([noMail.id])
  const { status, body: batch } = await createReminderBatch('before', [mailed, noMail, wrong, settles])
  expect(status).toBe(201)
  expect(batch).toMatchObject({ kind: 'before', days: 7, total: 4, waiting: 4, by: expect.any(String) })
  const auditQuery = portal.db
    .selectFrom('audit_log')
    .select('after')
    .where('subject', '=', 'reminder_batches')
  const { after } = await auditQuery.where('subject_id', '=', String(batch.id)).executeTakeFirstOrThrow()
  expect(after).toMatchObject({ reminders: 4, amount: 2134.5 })
  await pay(settles, 400)
  await sendAllMails()
  await sendReminders.add(portal.db, { batchId: batch.id })
  await sendAllMails()

  const [mail = '', ...others] = getMailTexts()
  expect(others).toEqual([])
  expect(mail).toMatch(/^To: .*due-\d+@example\.test/m)
  for (const expectedText of [
    '1,234.50',
    mailed.account.clientCode,
    '/billings',
    'Property Management Office',
  ])
    expect(mail).toContain(expectedText)
  expect(mail).not.toMatch(/\{\w+\}|token|choose-password/)
  expect((await listNotifications(mailed))[0]).toMatchObject({
    title: expect.stringMatching(/^Payment due \d/),
    message: '₱1,234.50, left to pay in all ₱1,234.50',
  })
  const remindedFlags = await Promise.all([noMail, wrong, settles, unchosen].map(isReminded))
  expect(remindedFlags).toEqual([true, true, false, false])

  const log = await loadReminderLines(batch.id)
  expect(log[mailed.id]).toMatchObject({ outcome: 'sent', amount: 1234.5, dueDate: dayFromNow(3) })
  expect(log[noMail.id]).toMatchObject({ outcome: 'noMail' })
  expect(log[wrong.id]).toMatchObject({ outcome: 'failed', reason: 'no address is no mail address.' })
  expect(log[settles.id]).toMatchObject({ outcome: 'settled' })
  const remindedByTenant = Object.fromEntries(
    (await loadPreview('before')).map((due) => [due.tenantId, due.reminded]),
  )
  expect(remindedByTenant).toEqual({
    [mailed.id]: true,
    [noMail.id]: true,
    [wrong.id]: false,
    [unchosen.id]: false,
  })
  const counts = { waiting: 0, sent: 1, noMail: 1, failed: 1, leftOut: 1, amount: 1734.5 }
  const { data } = (await admin.get<{ data: ReminderBatch[] }>('/reminder-batches')).body
  expect(data).toContainEqual(expect.objectContaining({ id: batch.id, ...counts }))
  const updateQuery = portal.db.updateTable('reminders').set({ reason: 'Never' })
  await expect(updateQuery.where('batch_id', '=', batch.id).execute()).rejects.toThrow('never rewritten')
})

test('a long batch continues in further jobs, each tenant once', async () => {
  const debtors = [await createDebtor(100, 3), await createDebtor(200, 3), await createDebtor(300, 3)]
  const { body: batch } = await createReminderBatch('before', debtors)
  const realNow = Date.now
  let calls = 0
  // A job ends after five seconds. This fake clock advances three seconds at each reading, so the batch needs
  // several jobs.
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 3000 * ++calls)
  await portal.runJobs().finally(() => vi.restoreAllMocks())
  await portal.deliverAt(NOON)
  const outcomes = Object.values(await loadReminderLines(batch.id)).map(({ outcome }) => outcome)
  expect(outcomes).toEqual(['sent', 'sent', 'sent'])
  expect(getMailTexts()).toHaveLength(3)
})

test('two waiting batches are each sent with their own text to their own tenants', async () => {
  const today = await createDebtor(100, 0, 'today@example.test')
  const overdueTenant = await createDebtor(200, -10, 'late@example.test')
  const batches = [
    (await createReminderBatch('on', [today], { text: 'It is today.' })).body,
    (await createReminderBatch('after', [overdueTenant], { text: 'It was long ago.' })).body,
  ]
  await sendAllMails()
  const linesByBatch = await Promise.all(
    batches.map(async ({ id }) => Object.values(await loadReminderLines(id))),
  )
  expect(linesByBatch.map((each) => each.map(({ outcome }) => outcome))).toEqual([['sent'], ['sent']])
  const mailTexts = getMailTexts()
  expect(mailTexts).toHaveLength(2)
  const findMailTo = (address: string) => mailTexts.find((mail) => mail.includes(address))
  expect(findMailTo('today@example.test')).toContain('It is today.')
  expect(findMailTo('late@example.test')).toContain('It was long ago.')
})

test('the same reminder for the same due date is sent again only on request', async () => {
  const debtor = await createDebtor(100, -10)
  const batch = { kind: 'before', days: 7, text: '', reminders: 1, amount: 0, admin_id: admin.id }
  const { id } = await portal.db
    .insertInto('reminder_batches')
    .values(batch)
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = {
    batch_id: id,
    tenant_id: debtor.id,
    due_date: dayFromNow(-10),
    outcome: 'sent',
    at: new Date(),
  }
  await portal.db.insertInto('reminders').values(line).execute()
  expect(await loadPreview('after')).toMatchObject([{ reminded: false, lastReminded: expect.any(String) }])
  for (const waiting of [1, 0])
    expect((await createReminderBatch('after', [debtor])).body).toMatchObject({ waiting })
  await sendAllMails()
  expect(getMailTexts()).toHaveLength(1)
  expect(await loadPreview('after')).toMatchObject([{ reminded: true, lastReminded: expect.any(String) }])
  expect((await createReminderBatch('after', [debtor])).body).toMatchObject({ waiting: 0, leftOut: 1 })
  expect((await createReminderBatch('after', [debtor], { again: [debtor.id] })).body).toMatchObject({
    waiting: 1,
  })
  await sendAllMails()
  expect(getMailTexts()).toHaveLength(2)
  await importStatement(debtor, 300, dayFromNow(-30), dayFromNow(-8))
  expect(await loadPreview('after')).toMatchObject([
    { reminded: false, dueDate: dayFromNow(-8), amount: 300 },
  ])
})

test('who pays before the mail is sent, or reads the reminder, gets none, or still gets it', async () => {
  const [pays, reads] = [await createDebtor(100, 3), await createDebtor(200, 3, 'reads@example.test')]
  const { body: batch } = await createReminderBatch('before', [pays, reads])
  await portal.runJobs()
  expect((await loadReminderLines(batch.id))[reads.id]).toMatchObject({ outcome: null })
  await pay(pays, 100)
  const [notice] = (await reads.get<{ data: { id: number }[] }>(`/client-notif/${reads.id}`)).body.data
  await reads.put('/client-notif-read-ids', { ids: String(notice?.id) })
  await portal.deliverAt(NOON)
  expect(getReceivers()).toEqual(['reads@example.test'])
  const log = await loadReminderLines(batch.id)
  const settledLine = { outcome: 'settled', reason: expect.stringContaining('Nothing was left to pay') }
  expect([log[pays.id], log[reads.id]]).toMatchObject([settledLine, { outcome: 'sent' }])
})

test('a mail without an answer ends its line as unclear, and is not sent again', async () => {
  const [first, second] = [
    await createDebtor(100, 0, 'first@example.test'),
    await createDebtor(200, 0, 'second@example.test'),
  ]
  smtp.fault = 'hang up after content'
  const { body: batch } = await createReminderBatch('on', [first])
  await sendAllMails()
  smtp.fault = 'none'
  const { body: other } = await createReminderBatch('on', [second])
  await sendAllMails()
  expect((await loadReminderLines(batch.id))[first.id]).toMatchObject({ outcome: 'unclear' })
  expect((await loadReminderLines(other.id))[second.id]).toMatchObject({ outcome: 'sent' })
  expect(getReceivers().toSorted()).toEqual(['first@example.test', 'second@example.test'])
  expect((await loadPreview('on')).map(({ reminded }) => reminded)).toEqual([true, true])
})

test('without a mail server tenants are reminded in the portal only', async () => {
  const smtpSpy = vi.spyOn(portal.services.mailer, 'sendsBySmtp', 'get').mockReturnValue(false)
  const debtor = await createDebtor(100, 0)
  const { body: batch } = await createReminderBatch('on', [debtor])
  await sendAllMails().finally(() => smtpSpy.mockRestore())
  expect((await loadReminderLines(batch.id))[debtor.id]).toMatchObject({ outcome: 'noMail' })
  expect(getMailTexts()).toEqual([])
  expect(await listReminders(debtor)).toHaveLength(1)
})

test('a batch without tenants, days or a valid text is refused', async () => {
  const debtor = await createDebtor(100, 3)
  const listErrorFields = async (more: object) =>
    Object.keys((await createReminderBatch('before', [debtor], more)).body.errors)
  expect(await listErrorFields({ tenantIds: [] })).toEqual(['tenantIds'])
  expect(await listErrorFields({ tenantIds: [debtor.id, 999_999] })).toEqual(['tenantIds'])
  for (const days of [0, 91]) expect(await listErrorFields({ days })).toEqual(['days'])
  expect(await listErrorFields({ text: 'Pay {everything}' })).toEqual(['text'])
  expect(await listErrorFields({ kind: 'never' })).toContain('kind')
})

test('two batches at once remind a tenant once (rules 20.8)', async () => {
  const who = await createDebtor(100, 3)
  const answers = await callDuring(
    portal.db,
    (tx) => sql`lock table reminder_batches in row exclusive mode`.execute(tx),
    [1, 2].map(() => () => createReminderBatch('before', [who])),
  )
  expect(answers.map(({ body }) => body.waiting).toSorted()).toEqual([0, 1])
  await sendAllMails()
  expect(getReminderMails()).toHaveLength(1)
})
