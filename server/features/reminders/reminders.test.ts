import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createLedgerCalls, getDayFromNow, type Resident } from '#features/ledger/testing.ts'
import { deleteAllJobs, runPeriodicTaskNow } from '#platform/jobs/queue.ts'
import { startTestSmtp } from '#platform/mail/testing-smtp.ts'
import { callDuring } from '#testing/call-during.ts'
import { openTestPortal } from '#testing/portal.ts'
import type {
  ReminderBatch,
  ReminderLine,
  ReminderPreview,
} from '@tahanan/contract/billing/reminder-answers.ts'
import { REMINDERS, type ReminderKind } from '@tahanan/contract/billing/reminders.ts'
import { resumeReminders, sendReminders } from './send-reminders.ts'

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
  await importStatement(debtor, amount, getDayFromNow(-60), getDayFromNow(days))
  // Reminders are then sent on the day of the test, whatever its time.
  const quietHours = { quiet_from: '00:00', quiet_to: '00:00' }
  await portal.db
    .insertInto('delivery_choices')
    .values({ area: 'client', reader_id: debtor.id, choices: '{}', ...quietHours })
    .execute()
  return debtor
}
const loadPreview = async (kind: ReminderKind, days = 7) =>
  (await admin.get<ReminderPreview>(`/reminders?kind=${kind}&days=${days}`)).body.data
const createReminderBatch = (kind: ReminderKind, tenants: readonly Resident[], overrides: object = {}) =>
  admin.post<ReminderBatch & { errors: object }>('/reminder-batch', {
    kind,
    ...(kind !== 'on' && { days: 7 }),
    text: REMINDERS[kind].text,
    tenantIds: tenants.map(({ id }) => id),
    ...overrides,
  })
const loadReminderLines = async (id: number) => {
  const { body } = await admin.get<{ data: ReminderLine[] }>(`/reminder-batch/${id}?limit=0`)
  return Object.fromEntries(body.data.map((line) => [line.tenantId, line]))
}
const deliverAfterDays = (days: number) => portal.deliverAt(new Date(Date.now() + days * 86_400_000))
async function sendAllMails(): Promise<void> {
  await portal.runJobs()
  await deliverAfterDays(0)
}
const getReminderMails = () => smtp.received.filter(({ data }) => /^Subject: Payment (was )?due/m.test(data))
const getMailTexts = () => getReminderMails().map(({ data }) => data.replaceAll(/=\r?\n/g, ''))
const getReceivers = () => getReminderMails().flatMap(({ to }) => to)
const listReminders = async (resident: Resident) =>
  (await listNotifications(resident)).filter(({ title }) => /^Payment (was )?due/.test(title))
const listNotifications = async (resident: Resident) =>
  (await resident.get<{ data: { title: string; message: string }[] }>(`/client-notif/${resident.id}`)).body
    .data

test("the preview lists tenants with amounts due on the reminder's days, none with a credit", async () => {
  const soonDueTenant = await createDebtor(1000, 3)
  const [laterDebtor, todayDebtor] = [await createDebtor(1000, 8), await createDebtor(1000, 0)]
  const [lateDebtor, veryLateDebtor] = [await createDebtor(1000, -6), await createDebtor(1000, -40)]
  const [paidDebtor, tenantWithCredit] = [await createDebtor(500, 3), await createDebtor(-500, 3)]
  await pay(paidDebtor, 500)
  await pay(soonDueTenant, 400)
  await charge(soonDueTenant, { amount: 50, date: getDayFromNow(-1), dueDate: getDayFromNow(5) })
  await charge(soonDueTenant, { amount: 70, date: getDayFromNow(-1), dueDate: getDayFromNow(30) })
  const { clientCode, uoccname } = soonDueTenant.account
  const dueColumns = { amount: 650, dueDate: getDayFromNow(5), leftToPay: 720 }
  const neverReminded = { hasMail: true, lastReminded: null, reminded: false }
  expect(await loadPreview('before')).toEqual([
    { tenantId: soonDueTenant.id, clientCode, uoccname, ...dueColumns, ...neverReminded },
  ])
  const listIds = async (kind: ReminderKind, days?: number) =>
    (await loadPreview(kind, days)).map(({ tenantId }) => tenantId).toSorted((a, b) => a - b)
  expect(await listIds('before', 8)).toEqual([soonDueTenant.id, laterDebtor.id])
  expect(await listIds('on')).toEqual([todayDebtor.id])
  expect(await listIds('after', 6)).toEqual([lateDebtor.id, veryLateDebtor.id])
  expect(await listIds('after', 30)).toEqual([veryLateDebtor.id])
  expect(await listIds('before', 90)).not.toContain(tenantWithCredit.id)
})

const isReminded = async (resident: Resident) => (await listReminders(resident)).length > 0

test('each selected tenant is reminded once, by mail and in the portal, unless they paid meanwhile', async () => {
  const [mailedDebtor, settlingDebtor, unselectedDebtor] = [
    await createDebtor(1234.5, 3),
    await createDebtor(400, 3),
    await createDebtor(500, 3),
  ]
  const [debtorWithoutMail, debtorWithInvalidMail] = [
    await createDebtor(200, 3, ''),
    await createDebtor(300, 3, 'no address'),
  ]
  const tenantsWithoutMail = (await loadPreview('before')).filter(({ hasMail }) => !hasMail)
  expect(tenantsWithoutMail.map(({ tenantId }) => tenantId)).toEqual([debtorWithoutMail.id])
  const { status, body: batch } = await createReminderBatch('before', [
    mailedDebtor,
    debtorWithoutMail,
    debtorWithInvalidMail,
    settlingDebtor,
  ])
  expect(status).toBe(201)
  expect(batch).toMatchObject({ kind: 'before', days: 7, total: 4, waiting: 4, by: expect.any(String) })
  const auditQuery = portal.db
    .selectFrom('audit_log')
    .select('after')
    .where('subject', '=', 'reminder_batches')
  const { after } = await auditQuery.where('subject_id', '=', String(batch.id)).executeTakeFirstOrThrow()
  expect(after).toMatchObject({ reminders: 4, amount: 2134.5 })
  await pay(settlingDebtor, 400)
  await sendAllMails()
  await sendReminders.add(portal.db, { batchId: batch.id })
  await sendAllMails()

  const [mail = '', ...otherMails] = getMailTexts()
  expect(otherMails).toEqual([])
  expect(mail).toMatch(/^To: .*due-\d+@example\.test/m)
  for (const expectedText of [
    '1,234.50',
    mailedDebtor.account.clientCode,
    '/billings',
    'Property Management Office',
  ])
    expect(mail).toContain(expectedText)
  expect(mail).not.toMatch(/\{\w+\}|token|choose-password/)
  expect((await listNotifications(mailedDebtor))[0]).toMatchObject({
    title: expect.stringMatching(/^Payment due \d/),
    message: '₱1,234.50, left to pay in all ₱1,234.50',
  })
  const remindedFlags = await Promise.all(
    [debtorWithoutMail, debtorWithInvalidMail, settlingDebtor, unselectedDebtor].map(isReminded),
  )
  expect(remindedFlags).toEqual([true, true, false, false])

  const log = await loadReminderLines(batch.id)
  expect(log[mailedDebtor.id]).toMatchObject({ outcome: 'sent', amount: 1234.5, dueDate: getDayFromNow(3) })
  expect(log[debtorWithoutMail.id]).toMatchObject({ outcome: 'noMail' })
  expect(log[debtorWithInvalidMail.id]).toMatchObject({
    outcome: 'failed',
    reason: 'no address is no mail address.',
  })
  expect(log[settlingDebtor.id]).toMatchObject({ outcome: 'settled' })
  const remindedByTenant = Object.fromEntries(
    (await loadPreview('before')).map((previewRow) => [previewRow.tenantId, previewRow.reminded]),
  )
  expect(remindedByTenant).toEqual({
    [mailedDebtor.id]: true,
    [debtorWithoutMail.id]: true,
    [debtorWithInvalidMail.id]: false,
    [unselectedDebtor.id]: false,
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
  await deliverAfterDays(0)
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
  expect(linesByBatch.map((reminderLines) => reminderLines.map(({ outcome }) => outcome))).toEqual([
    ['sent'],
    ['sent'],
  ])
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
    due_date: getDayFromNow(-10),
    outcome: 'sent',
    at: new Date(),
  }
  await portal.db.insertInto('reminders').values(line).execute()
  expect(await loadPreview('after')).toMatchObject([{ reminded: false, lastReminded: expect.any(String) }])
  for (const expectedWaiting of [1, 0])
    expect((await createReminderBatch('after', [debtor])).body).toMatchObject({ waiting: expectedWaiting })
  await sendAllMails()
  expect(getMailTexts()).toHaveLength(1)
  expect(await loadPreview('after')).toMatchObject([{ reminded: true, lastReminded: expect.any(String) }])
  expect((await createReminderBatch('after', [debtor])).body).toMatchObject({ waiting: 0, leftOut: 1 })
  expect((await createReminderBatch('after', [debtor], { again: [debtor.id] })).body).toMatchObject({
    waiting: 1,
  })
  await sendAllMails()
  expect(getMailTexts()).toHaveLength(2)
  await importStatement(debtor, 300, getDayFromNow(-30), getDayFromNow(-8))
  expect(await loadPreview('after')).toMatchObject([
    { reminded: false, dueDate: getDayFromNow(-8), amount: 300 },
  ])
})

const loadLastReminded = async () => Date.parse((await loadPreview('after'))[0]?.lastReminded ?? '')

test('the last reminder of the preview is also one whose mail is not sent yet', async () => {
  const debtor = await createDebtor(100, -10)
  await createReminderBatch('after', [debtor])
  await sendAllMails()
  const sentAt = await loadLastReminded()
  await createReminderBatch('after', [debtor], { again: [debtor.id] })
  expect(await loadLastReminded()).toBeGreaterThan(sentAt)
})

test('who pays before the mail is sent, or reads the reminder, gets none, or still gets it', async () => {
  const [payingDebtor, readingDebtor] = [
    await createDebtor(100, 3),
    await createDebtor(200, 3, 'reads@example.test'),
  ]
  const { body: batch } = await createReminderBatch('before', [payingDebtor, readingDebtor])
  await portal.runJobs()
  expect((await loadReminderLines(batch.id))[readingDebtor.id]).toMatchObject({ outcome: null })
  await pay(payingDebtor, 100)
  const [notice] = (await readingDebtor.get<{ data: { id: number }[] }>(`/client-notif/${readingDebtor.id}`))
    .body.data
  await readingDebtor.put('/client-notif-read-ids', { ids: String(notice?.id) })
  await deliverAfterDays(0)
  expect(getReceivers()).toEqual(['reads@example.test'])
  const log = await loadReminderLines(batch.id)
  const settledLine = { outcome: 'settled', reason: expect.stringContaining('Nothing was left to pay') }
  expect([log[payingDebtor.id], log[readingDebtor.id]]).toMatchObject([settledLine, { outcome: 'sent' }])
})

test.each<[ReminderKind, number, number, object]>([
  ['on', 0, 1, { outcome: 'noMail', reason: 'Its due date had passed when it was to be sent.' }],
  ['before', 1, 1, { outcome: 'sent' }],
  ['before', 1, 2, { outcome: 'noMail' }],
  ['after', -7, 2, { outcome: 'sent' }],
])(
  'the mail of a reminder (%s) of what is due in %i days, tried again after %i days, ends as %j',
  async (kind, dueInDays, sentAfterDays, line) => {
    const debtor = await createDebtor(100, dueInDays, 'waits@example.test')
    const { body: batch } = await createReminderBatch(kind, [debtor])
    smtp.fault = 'refuse content for now'
    await sendAllMails()
    smtp.fault = 'none'
    await deliverAfterDays(sentAfterDays)
    const reminderLine = (await loadReminderLines(batch.id))[debtor.id]
    expect(reminderLine).toMatchObject(line)
    expect(getReceivers()).toEqual(reminderLine?.outcome === 'sent' ? ['waits@example.test'] : [])
    expect(await listReminders(debtor)).toHaveLength(1)
  },
)

test('a failed mail that is sent again is checked again', async () => {
  const [payingDebtor, lateDebtor] = [await createDebtor(100, 3), await createDebtor(200, 0)]
  smtp.fault = 'refuse content'
  await createReminderBatch('before', [payingDebtor])
  await createReminderBatch('on', [lateDebtor])
  await sendAllMails()
  smtp.fault = 'none'
  await pay(payingDebtor, 100)
  const listReminderDeliveries = () =>
    portal.db
      .selectFrom('deliveries as d')
      .innerJoin('notifications as n', 'n.id', 'd.notification_id')
      .select(['d.id', 'd.state', 'd.reason'])
      .where('n.kind', '=', 'reminder')
      .where('d.channel', '=', 'mail')
      .where('d.reader_id', 'in', [payingDebtor.id, lateDebtor.id])
      .orderBy('d.reader_id')
      .execute()
  const ids = (await listReminderDeliveries()).map(({ id }) => id)
  expect((await admin.post('/deliveries-resent', { ids })).body).toMatchObject({ refused: [] })
  await deliverAfterDays(1)
  expect(getReceivers()).toEqual([])
  expect(await listReminderDeliveries()).toMatchObject([
    { state: 'dropped', reason: 'Nothing was left to pay when it was to be sent.' },
    { state: 'dropped', reason: 'Its due date had passed when it was to be sent.' },
  ])
})

test('a reminder whose job runs after the due date is left out', async () => {
  const debtor = await createDebtor(100, 0)
  const { body: batch } = await createReminderBatch('on', [debtor])
  await deleteAllJobs(portal.db)
  await importStatement(debtor, 100, getDayFromNow(-60), getDayFromNow(-1))
  await shiftBatchBack(batch.id, '24 hours')
  await sendReminders.add(portal.db, { batchId: batch.id })
  await sendAllMails()
  expect((await loadReminderLines(batch.id))[debtor.id]).toMatchObject({
    outcome: 'settled',
    reason: 'Its due date had passed when it was to be sent.',
  })
  expect([getReceivers(), await listReminders(debtor)]).toEqual([[], []])
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
  const { body: otherBatch } = await createReminderBatch('on', [second])
  await sendAllMails()
  expect((await loadReminderLines(batch.id))[first.id]).toMatchObject({ outcome: 'unclear' })
  expect((await loadReminderLines(otherBatch.id))[second.id]).toMatchObject({ outcome: 'sent' })
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
  const listErrorFields = async (overrides: object) =>
    Object.keys((await createReminderBatch('before', [debtor], overrides)).body.errors)
  expect(await listErrorFields({ tenantIds: [] })).toEqual(['tenantIds'])
  expect(await listErrorFields({ tenantIds: [debtor.id, 999_999] })).toEqual(['tenantIds'])
  for (const days of [0, 91]) expect(await listErrorFields({ days })).toEqual(['days'])
  expect(await listErrorFields({ text: 'Pay {everything}' })).toEqual(['text'])
  expect(await listErrorFields({ kind: 'never' })).toContain('kind')
})

test('two batches at once remind a tenant once (rules 20.8)', async () => {
  const debtor = await createDebtor(100, 3)
  const responses = await callDuring(
    portal.db,
    (tx) => sql`lock table reminder_batches in row exclusive mode`.execute(tx),
    [1, 2].map(() => () => createReminderBatch('before', [debtor])),
  )
  expect(responses.map(({ body }) => body.waiting).toSorted()).toEqual([0, 1])
  await sendAllMails()
  expect(getReminderMails()).toHaveLength(1)
})

async function shiftBatchBack(id: number, duration: string): Promise<void> {
  // A trigger forbids changes of batches.
  await sql`alter table reminder_batches disable trigger user`.execute(portal.db)
  await sql`update reminder_batches set created_at = created_at - ${duration}::interval
    where id = ${id}`.execute(portal.db)
  await sql`alter table reminder_batches enable trigger user`.execute(portal.db)
}

test('a batch whose job was lost by a reset or a restore is resumed, once (rules 20.8)', async () => {
  const debtor = await createDebtor(100, 3)
  const { body: batch } = await createReminderBatch('before', [debtor])
  await deleteAllJobs(portal.db)
  for (let run = 0; run < 2; run++) {
    await runPeriodicTaskNow(portal.db, 'resume-reminders')
    await sendAllMails()
  }
  expect((await loadReminderLines(batch.id))[debtor.id]).toMatchObject({ outcome: 'sent' })
  expect(getReminderMails()).toHaveLength(1)
})

test('reminders whose job was lost for a day are not sent any more, and the office reads that', async () => {
  const debtor = await createDebtor(100, 3)
  const { body: batch } = await createReminderBatch('before', [debtor])
  await deleteAllJobs(portal.db)
  await shiftBatchBack(batch.id, '25 hours')
  await runPeriodicTaskNow(portal.db, 'resume-reminders')
  await sendAllMails()
  expect((await loadReminderLines(batch.id))[debtor.id]).toMatchObject({
    outcome: 'unclear',
    reason: 'It was not sent within a day.',
  })
  expect(getReminderMails()).toHaveLength(0)
})

test('a batch whose job is in the queue gets no second job', async () => {
  await createReminderBatch('before', [await createDebtor(100, 3)])
  await resumeReminders(portal.services)
  const { rows } =
    await sql`select from graphile_worker.jobs where task_identifier = 'send-reminders'`.execute(portal.db)
  expect(rows).toHaveLength(1)
})
