import { Type } from 'typebox'
import type { EndedMail, DeliveryHook } from '#features/deliveries/delivery-hooks.ts'
import { notifyTenant } from '#features/notifications/notify.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { defineTask } from '#platform/jobs/define-task.ts'
import { hasOpenJob } from '#platform/jobs/queue.ts'
import { toParagraphs } from '#platform/mail/mail-content.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import {
  fillReminderText,
  type ReminderKind,
  type ReminderOutcome,
  type ReminderValues,
} from '@tahanan/contract/billing/reminders.ts'
import { formatPesos } from '@tahanan/contract/money.ts'
import type { MailText } from '@tahanan/contract/notifications/kinds.ts'
import { formatDay, formatLongDay } from '@tahanan/contract/time.ts'
import {
  selectDueTenants,
  saveLineOutcome,
  saveOutcomeOfNotification,
  findReminderBatch,
  listLinesOfNotifications,
  closeLines,
  listUnfinishedBatches,
  type DueTenantRow,
  type ReminderFilter,
} from './repository.ts'

/**
 * After this time a job queues another job for the rest of the batch and ends. Jobs must be short, because a
 * process that stops waits for its jobs.
 */
const MAX_JOB_MS = 5000

const SETTLED_REASON = 'Nothing was left to pay when it was to be sent.'
const DUE_DATE_PASSED_REASON = 'Its due date had passed when it was to be sent.'

type ReminderSelection = ReminderFilter & { readonly text: string }

/**
 * Job that creates the notifications for a batch of reminders (rules 20.8). `createRemindersHook` later
 * records whether their mails were sent.
 */
export const sendReminders = defineTask({
  name: 'send-reminders',
  payload: Type.Object({ batchId: Type.Integer() }),
  async run(services: Pick<PlatformContext, 'db' | 'relay' | 'config' | 'mailer'>, { batchId }) {
    const { db, config } = services
    const batch = await findReminderBatch(db, batchId)
    if (!batch) return
    const selection = { ...batch, today: formatDay(batch.created_at, config.communityTimeZone) }
    for (const deadline = Date.now() + MAX_JOB_MS; Date.now() < deadline;)
      if (!(await sendNextReminder(services, batchId, selection))) return
    await sendReminders.add(db, { batchId })
  },
})

/**
 * Adds a job for each batch that has unsent reminders but no job: a restore and a reset delete all jobs, and a
 * job that fails too often is not retried. Reminders older than a day are not sent any more, because their
 * text may be untrue and the office may have reminded these tenants again (rules 20.8).
 */
export async function resumeReminders({ db }: Pick<PlatformContext, 'db'>): Promise<void> {
  if (await hasOpenJob(db, sendReminders.name)) return
  for (const { id, isOutdated } of await listUnfinishedBatches(db)) {
    if (isOutdated) await closeLines(db, 'It was not sent within a day.', { batchId: id, isStarted: false })
    else await sendReminders.add(db, { batchId: id })
  }
}

function sendNextReminder(
  services: Pick<PlatformContext, 'db' | 'relay' | 'config' | 'mailer'>,
  batchId: number,
  selection: ReminderSelection,
): Promise<boolean> {
  return runInTransaction(services, async (tx) => {
    const line = await tx
      .selectFrom('reminders')
      .select(['id', 'tenant_id'])
      .where('batch_id', '=', batchId)
      .where('outcome', 'is', null)
      .where('started_at', 'is', null)
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!line) return false
    const tenant = await selectDueTenants(tx, selection).where('t.id', '=', line.tenant_id).executeTakeFirst()
    const today = formatDay(new Date(), services.config.communityTimeZone)
    const isTooLate = tenant !== undefined && hasDueDatePassed(selection.kind, tenant.dueDate, today)
    if (!tenant || isTooLate) {
      await saveLineOutcome(tx, line.id, 'settled', isTooLate ? DUE_DATE_PASSED_REASON : SETTLED_REASON)
      return true
    }
    const { amount, dueDate: due_date, leftToPay: left_to_pay } = tenant
    const title = getTitle(selection.kind, tenant.dueDate)
    const notification_id = await notifyTenant(tx, {
      tenantId: tenant.tenantId,
      kind: 'reminder',
      brief: title,
      title,
      message: `${formatPesos(amount)}, left to pay in all ${formatPesos(left_to_pay)}`,
      letter: toReminderMail(selection.text, tenant),
      link: '/billings',
    })
    await tx
      .updateTable('reminders')
      .set({ started_at: CLOCK, amount, due_date, left_to_pay, notification_id })
      .where('id', '=', line.id)
      .execute()
    if (!tenant.hasMail || !services.mailer.sendsBySmtp) await saveLineOutcome(tx, line.id, 'noMail')
    return true
  })
}

const OUTCOME_BY_MAIL_STATE: Readonly<Partial<Record<EndedMail['state'], ReminderOutcome>>> = {
  sent: 'sent',
  failed: 'failed',
  unclear: 'unclear',
}

/**
 * Creates the delivery hook of reminders. It cancels mails to tenants who have paid meanwhile and mails that
 * became untrue because the due date passed, and stores the result of each mail in its reminder.
 */
export const createRemindersHook = (timeZone: string): DeliveryHook => ({
  async findDropReasons(tx, notificationIds, now) {
    const needlessReasons = new Map<number, string>()
    for (const line of await listLinesOfNotifications(tx, notificationIds)) {
      const selection = { ...line, today: formatDay(line.created_at, timeZone) }
      const dueTenant = await selectDueTenants(tx, selection)
        .where('t.id', '=', line.tenant_id)
        .executeTakeFirst()
      if (!dueTenant) needlessReasons.set(line.notificationId, SETTLED_REASON)
      else if (hasDueDatePassed(line.kind, line.due_date, formatDay(now, timeZone)))
        needlessReasons.set(line.notificationId, DUE_DATE_PASSED_REASON)
    }
    return needlessReasons
  },
  async onMailsEnded(tx, endedMails) {
    for (const { notificationId, state, reason } of endedMails) {
      const outcome = OUTCOME_BY_MAIL_STATE[state] ?? (reason === SETTLED_REASON ? 'settled' : 'noMail')
      await saveOutcomeOfNotification(tx, notificationId, outcome, reason)
    }
  },
})

/** Returns whether a reminder that announces a due date would be sent after it. */
const hasDueDatePassed = (kind: ReminderKind, dueDate: string | null, today: string): boolean =>
  kind !== 'after' && dueDate !== null && dueDate < today

function getTitle(kind: ReminderKind, dueDate: string): string {
  if (kind === 'on') return 'Payment due today'
  return `${kind === 'before' ? 'Payment due' : 'Payment was due'} ${formatLongDay(dueDate)}`
}

function toReminderMail(text: string, tenant: DueTenantRow): MailText {
  const reminderValues: ReminderValues = {
    name: tenant.uoccname,
    clientCode: tenant.clientCode,
    amount: formatPesos(tenant.amount),
    dueDate: formatLongDay(tenant.dueDate),
    leftToPay: formatPesos(tenant.leftToPay),
  }
  return {
    paragraphs: toParagraphs(fillReminderText(text, reminderValues)),
    facts: [
      ['Due', reminderValues.dueDate],
      ['Left to pay', reminderValues.leftToPay],
    ],
    action: 'See your billings',
  }
}
