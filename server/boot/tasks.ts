import { getReservationTallies } from '#features/dashboard/repository.ts'
import { deliver, type DeliverParts } from '#features/deliveries/deliver.ts'
import { DELIVER, fanOut } from '#features/deliveries/fan-out.ts'
import { expireWalkIns } from '#features/gate/walk-ins/changes.ts'
import { inquireDuePayments } from '#features/gateways/inquire-due-payments.ts'
import { removeOldMessages } from '#features/gateways/store-message.ts'
import { abandonOldImports } from '#features/imports/abandon-import.ts'
import { resumeImports } from '#features/imports/saving/save-import.ts'
import { removeOldNotifications } from '#features/notifications/repository.ts'
import { PAYMENT_TALLIES } from '#features/payments/repository.ts'
import { processScheduledPosts } from '#features/posts/announce-posts.ts'
import { VIEW_TALLIES } from '#features/posts/record-view.ts'
import { cleanCopies } from '#features/privacy/copies/clean-copies.ts'
import { makeDataCopy } from '#features/privacy/copies/make-data-copy.ts'
import { runErasure } from '#features/privacy/erasures.ts'
import { runReduction } from '#features/privacy/reduce-audit-log.ts'
import { applyRetention } from '#features/privacy/retention/apply-retention.ts'
import { sendReminders } from '#features/reminders/send-reminders.ts'
import { mailForgottenPassword } from '#features/sessions/passwords/request-password-link.ts'
import { removeExpiredSessions } from '#features/sessions/remove-expired-sessions.ts'
import { mailCodeWarning } from '#features/sessions/second-factor/warn-of-codes.ts'
import { removeSilentProcesses } from '#features/tenants/presence.ts'
import { notifyLate } from '#features/tickets/assignees/notify-late.ts'
import { TICKET_TALLIES } from '#features/tickets/repository.ts'
import { releaseUnpaid } from '#features/tickets/reservations/release-unpaid.ts'
import { sendBookingReminders } from '#features/tickets/reservations/send-booking-reminders.ts'
import { updateWaitingLists } from '#features/tickets/reservations/waiting-list.ts'
import { backUpOnSchedule } from '#platform/backup/back-up-on-schedule.ts'
import { compact } from '#platform/db/lists/compact.ts'
import { cleanFiles } from '#platform/files/clean-files.ts'
import { removeOldKeys } from '#platform/http/create-once.ts'
import { AGAIN, defineChore, type Task } from '#platform/jobs/define-task.ts'
import { removeFailedJobs } from '#platform/jobs/queue.ts'
import { change, type MailServices } from '#platform/services.ts'
import { CHANNELS } from '@tahanan/contract/deliveries/states.ts'
import type { PortalServices } from './app.ts'

type TaskParts = PortalServices & MailServices & DeliverParts

const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * All tasks of the job queue: first those that calls start, then the periodic ones. All are idempotent, so
 * they may run twice.
 */
export const TASKS: readonly Task<TaskParts>[] = [
  mailForgottenPassword,
  mailCodeWarning,
  sendReminders,
  runErasure,
  runReduction,
  makeDataCopy,
  // Runs every 7 s, because a post must be announced within ten seconds (rules 9.3) and the queue adds a
  // delay.
  defineChore('turn-posts', 7, ({ db }: TaskParts) => processScheduledPosts(db)),
  defineChore('fan-out', 2, fanOut),
  ...CHANNELS.map((channel) =>
    defineChore(DELIVER[channel], 2, (parts: TaskParts) => deliver(parts, channel)),
  ),
  defineChore('inquire-payments', 10, inquireDuePayments),
  defineChore('follow-walk-ins', 5, (parts: TaskParts) => change(parts, expireWalkIns)),
  defineChore('tell-late', 30, ({ db, config }: TaskParts) => notifyLate(db, config.communityTimeZone)),
  defineChore('follow-waiting-lists', 5, (parts: TaskParts) => updateWaitingLists(parts)),
  defineChore('release-unpaid', 30, (parts: TaskParts) => releaseUnpaid(parts)),
  defineChore('compact-tickets', MINUTE, ({ db }: TaskParts) => compact(db, TICKET_TALLIES)),
  defineChore('compact-payments', MINUTE, ({ db }: TaskParts) => compact(db, PAYMENT_TALLIES)),
  defineChore('compact-views', MINUTE, ({ db }: TaskParts) => compact(db, VIEW_TALLIES)),
  defineChore('back-up', 30, backUpOnSchedule),
  defineChore('resume-imports', 30, resumeImports),
  defineChore('forget-silent-processes', 5 * MINUTE, ({ db }: TaskParts) => removeSilentProcesses(db)),
  defineChore('compact-reservations', 10 * MINUTE, ({ db, config }: TaskParts) =>
    compact(db, getReservationTallies(config.communityTimeZone)),
  ),
  defineChore('remove-expired-sessions', 10 * MINUTE, ({ db }: TaskParts) => removeExpiredSessions(db)),
  defineChore('clean-files', HOUR, async ({ db, files, log }: TaskParts) => {
    const counts = await cleanFiles(db, files)
    log.info(counts, 'unused files were removed')
    if (counts.kept > 0)
      log.error(
        counts,
        'stored files without a row were kept: too many; see "Stray files" in docs/operations.md',
      )
  }),
  defineChore('remind-of-bookings', HOUR, (parts: TaskParts) =>
    sendBookingReminders(parts, parts.config.communityTimeZone),
  ),
  defineChore('apply-retention', 6 * HOUR, async (parts: TaskParts) => {
    await applyRetention(parts)
    return parts.isStopping() ? AGAIN : undefined
  }),
  defineChore('remove-data-copies', HOUR, cleanCopies),
  defineChore('remove-idempotency-keys', HOUR, ({ db }: TaskParts) => removeOldKeys(db)),
  defineChore('remove-gateway-messages', HOUR, ({ db }: TaskParts) => removeOldMessages(db)),
  defineChore('abandon-imports', 6 * HOUR, abandonOldImports),
  defineChore('remove-notifications', 6 * HOUR, ({ db }: TaskParts) => removeOldNotifications(db)),
  defineChore('remove-failed-jobs', 6 * HOUR, ({ db }: TaskParts) => removeFailedJobs(db)),
]
