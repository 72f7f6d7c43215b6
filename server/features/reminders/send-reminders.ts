import { Type } from 'typebox'
import { notifyTenant } from '#features/notifications/notify.ts'
import type { MailServices } from '#features/sessions/mail-link.ts'
import { communityName } from '#features/settings/website-settings.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { PortalError } from '#platform/errors.ts'
import { defineTask } from '#platform/jobs/define-task.ts'
import type { Letter } from '#platform/mail/letter.ts'
import { change, type Changing } from '#platform/services.ts'
import { fillReminder, type ReminderKind, type ReminderWords } from '@tahanan/contract/billing/reminders.ts'
import { pesos } from '@tahanan/contract/money.ts'
import { formatDay, formatLongDay } from '@tahanan/contract/time.ts'
import { dueTenants, endLine, findBatch, type DueTenantRow, type ReminderFilter } from './repository.ts'

/** A job runs so long and queues the next, since a stopping process waits for its jobs. */
const JOB_MS = 5000

const UNCLEAR = 'The portal stopped while this mail was being sent. It may have arrived.'

/**
 * Sends the waiting reminders of a batch, in the portal and by mail (rules 20.8). A line is marked before its
 * mail is sent: after a crash in between it ends as unclear and is not sent again.
 */
export const sendReminders = defineTask({
  name: 'send-reminders',
  payload: Type.Object({ batchId: Type.Integer() }),
  async run(services: MailServices & Changing, { batchId }) {
    const { db, config } = services
    const batch = await findBatch(db, batchId)
    if (!batch) return
    await db
      .updateTable('reminders')
      .set({ outcome: 'unclear', reason: UNCLEAR, at: CLOCK })
      .where('batch_id', '=', batchId)
      .where('started_at', 'is not', null)
      .where('outcome', 'is', null)
      .execute()
    const community = await communityName(db)
    const reminding = { ...batch, today: formatDay(batch.created_at, config.communityTimeZone) }
    for (const until = Date.now() + JOB_MS; Date.now() < until;) {
      const started = await startNextLine(services, batchId, reminding)
      if (started === null) return
      const { lineId, tenant } = started
      if (!tenant?.hasMail) continue
      const letter = reminderLetter(batch, tenant, community, services.portalUrl())
      await mailReminder(services, lineId, letter, tenant)
    }
    await sendReminders.add(db, { batchId })
  },
})

/** Starts the next waiting line; null without any. `tenant` is undefined if nothing is due any more. */
function startNextLine(services: Changing, batchId: number, reminding: ReminderFilter) {
  return change(services, async (tx) => {
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
    if (!line) return null
    const tenant = await dueTenants(tx, reminding).where('t.id', '=', line.tenant_id).executeTakeFirst()
    if (!tenant) {
      await endLine(tx, line.id, 'settled', 'Nothing was left to pay when it was to be sent.')
      return { lineId: line.id, tenant }
    }
    const { amount, dueDate: due_date, leftToPay: left_to_pay } = tenant
    await tx
      .updateTable('reminders')
      .set({ started_at: CLOCK, amount, due_date, left_to_pay })
      .where('id', '=', line.id)
      .execute()
    await notifyTenant(tx, {
      tenantId: tenant.tenantId,
      kind: 'reminder',
      brief: titleOf(reminding.kind, tenant.dueDate),
      title: titleOf(reminding.kind, tenant.dueDate),
      message: `${pesos(amount)}, left to pay in all ${pesos(left_to_pay)}`,
      link: '/billings',
    })
    if (!tenant.hasMail) await endLine(tx, line.id, 'noMail')
    return { lineId: line.id, tenant }
  })
}

async function mailReminder(
  { db, mailer }: MailServices,
  lineId: number,
  letter: Letter,
  tenant: DueTenantRow,
): Promise<void> {
  try {
    await mailer.send({ name: tenant.uoccname, address: tenant.email }, letter)
  } catch (error) {
    if (!(error instanceof PortalError)) throw error
    const isAddress = error.code === 'invalidInput'
    return endLine(db, lineId, 'failed', isAddress ? `${tenant.email} is no mail address.` : error.message)
  }
  await endLine(db, lineId, 'sent')
}

function titleOf(kind: ReminderKind, dueDate: string): string {
  if (kind === 'on') return 'Payment due today'
  return `${kind === 'before' ? 'Payment due' : 'Payment was due'} ${formatLongDay(dueDate)}`
}

function reminderLetter(
  { kind, text }: { kind: ReminderKind; text: string },
  tenant: DueTenantRow,
  community: string,
  portal: string,
): Letter {
  const words: ReminderWords = {
    name: tenant.uoccname,
    clientCode: tenant.clientCode,
    amount: pesos(tenant.amount),
    dueDate: formatLongDay(tenant.dueDate),
    leftToPay: pesos(tenant.leftToPay),
  }
  return {
    subject: `${titleOf(kind, tenant.dueDate)}, ${community}`,
    community,
    greeting: `Dear ${tenant.uoccname},`,
    paragraphs: fillReminder(text, words)
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.trim())
      .filter(Boolean),
    facts: [
      ['Due', words.dueDate],
      ['Left to pay', words.leftToPay],
    ],
    action: { label: 'See your billings', url: `${portal}/billings` },
    from: 'Property Management Office',
  }
}
