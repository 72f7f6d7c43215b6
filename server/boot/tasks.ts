import { getReservationTallies } from '#features/dashboard/repository.ts'
import { DELIVERY_TASK_NAMES, fanOutNotifications } from '#features/deliveries/fan-out-notifications.ts'
import { sendDueDeliveries, type DeliverContext } from '#features/deliveries/send-due-deliveries.ts'
import { expireWalkIns } from '#features/gate/walk-ins/changes.ts'
import { inquireDuePayments } from '#features/gateways/inquire-due-payments.ts'
import { removeOldMessages } from '#features/gateways/store-message.ts'
import { abandonOldImports } from '#features/imports/abandon-import.ts'
import { resumeImports } from '#features/imports/saving/save-import.ts'
import { removeOldNotifications } from '#features/notifications/repository.ts'
import { PAYMENT_TALLIES } from '#features/payments/repository.ts'
import { processScheduledPosts } from '#features/posts/announce-posts.ts'
import { VIEW_TALLIES } from '#features/posts/record-post-view.ts'
import { cleanCopies } from '#features/privacy/copies/clean-copies.ts'
import { makeDataCopy } from '#features/privacy/copies/make-data-copy.ts'
import { resumeErasures, runErasure } from '#features/privacy/erasures.ts'
import { runReduction } from '#features/privacy/reduce-audit-log.ts'
import { applyRetention } from '#features/privacy/retention/apply-retention.ts'
import { resumeReminders, sendReminders } from '#features/reminders/send-reminders.ts'
import { mailForgottenPassword } from '#features/sessions/passwords/request-password-link.ts'
import { removeExpiredSessions } from '#features/sessions/remove-expired-sessions.ts'
import { mailCodeWarning } from '#features/sessions/second-factor/warn-of-wrong-codes.ts'
import { removeSilentProcesses } from '#features/tenants/presence.ts'
import { notifyOfficeOfLateTickets } from '#features/tickets/assignees/notify-office-of-late-tickets.ts'
import { TICKET_TALLIES } from '#features/tickets/repository.ts'
import { cancelUnpaidReservations } from '#features/tickets/reservations/cancel-unpaid-reservations.ts'
import { sendBookingReminders } from '#features/tickets/reservations/send-booking-reminders.ts'
import { updateSearchTexts } from '#features/tickets/reservations/update-search-texts.ts'
import { updateWaitingLists } from '#features/tickets/reservations/waiting-list.ts'
import { createScheduledBackup } from '#platform/backup/create-scheduled-backup.ts'
import { compactTallies } from '#platform/db/lists/compact-tallies.ts'
import { cleanFiles } from '#platform/files/clean-files.ts'
import { removeOldKeys } from '#platform/http/create-idempotently.ts'
import { RUN_AGAIN, definePeriodicTask, type Task } from '#platform/jobs/define-task.ts'
import { removeFailedJobs } from '#platform/jobs/queue.ts'
import { runInTransaction, type MailContext } from '#platform/platform-context.ts'
import { CHANNELS } from '@tahanan/contract/deliveries/channels-and-states.ts'
import type { PortalContext } from './app.ts'

type TaskContext = PortalContext & MailContext & DeliverContext

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 60 * MINUTE_SECONDS

/**
 * Background tasks: first those that API calls start, then the periodic ones. A task may run twice, so the
 * second run must do no harm (idempotent).
 */
export const TASKS: readonly Task<TaskContext>[] = [
  mailForgottenPassword,
  mailCodeWarning,
  sendReminders,
  runErasure,
  runReduction,
  makeDataCopy,
  updateSearchTexts,
  // Runs every 7 s: a post must be announced within ten seconds (rules 9.3), and the queue of tasks adds a
  // delay.
  definePeriodicTask('turn-posts', 7, ({ db }: TaskContext) => processScheduledPosts(db)),
  definePeriodicTask('fan-out', 2, fanOutNotifications),
  ...CHANNELS.map((channel) =>
    definePeriodicTask(DELIVERY_TASK_NAMES[channel], 2, (context: TaskContext) =>
      sendDueDeliveries(context, channel),
    ),
  ),
  definePeriodicTask('inquire-payments', 10, inquireDuePayments),
  definePeriodicTask('follow-walk-ins', 5, (context: TaskContext) =>
    runInTransaction(context, expireWalkIns),
  ),
  definePeriodicTask('tell-late', 30, ({ db, config }: TaskContext) =>
    notifyOfficeOfLateTickets(db, config.communityTimeZone),
  ),
  definePeriodicTask('follow-waiting-lists', 5, (context: TaskContext) => updateWaitingLists(context)),
  definePeriodicTask('release-unpaid', 30, (context: TaskContext) => cancelUnpaidReservations(context)),
  definePeriodicTask('compact-tickets', MINUTE_SECONDS, ({ db }: TaskContext) =>
    compactTallies(db, TICKET_TALLIES),
  ),
  definePeriodicTask('compact-payments', MINUTE_SECONDS, ({ db }: TaskContext) =>
    compactTallies(db, PAYMENT_TALLIES),
  ),
  definePeriodicTask('compact-views', MINUTE_SECONDS, ({ db }: TaskContext) =>
    compactTallies(db, VIEW_TALLIES),
  ),
  definePeriodicTask('back-up', 30, createScheduledBackup),
  definePeriodicTask('resume-imports', 30, resumeImports),
  definePeriodicTask('resume-reminders', MINUTE_SECONDS, resumeReminders),
  definePeriodicTask('resume-erasures', MINUTE_SECONDS, resumeErasures),
  definePeriodicTask('forget-silent-processes', 5 * MINUTE_SECONDS, ({ db }: TaskContext) =>
    removeSilentProcesses(db),
  ),
  definePeriodicTask('compact-reservations', 10 * MINUTE_SECONDS, ({ db, config }: TaskContext) =>
    compactTallies(db, getReservationTallies(config.communityTimeZone)),
  ),
  definePeriodicTask('remove-expired-sessions', 10 * MINUTE_SECONDS, ({ db }: TaskContext) =>
    removeExpiredSessions(db),
  ),
  definePeriodicTask('clean-files', HOUR_SECONDS, async ({ db, files, log }: TaskContext) => {
    const counts = await cleanFiles(db, files)
    log.info(counts, 'unused files were removed')
    if (counts.kept > 0)
      log.error(
        counts,
        'stored files without a row were kept: too many; see "Stray files" in docs/operations.md',
      )
  }),
  definePeriodicTask('remind-of-bookings', HOUR_SECONDS, (context: TaskContext) =>
    sendBookingReminders(context, context.config.communityTimeZone),
  ),
  definePeriodicTask('apply-retention', 6 * HOUR_SECONDS, async (context: TaskContext) => {
    await applyRetention(context)
    return context.isStopping() ? RUN_AGAIN : undefined
  }),
  definePeriodicTask('remove-data-copies', HOUR_SECONDS, cleanCopies),
  definePeriodicTask('remove-idempotency-keys', HOUR_SECONDS, ({ db }: TaskContext) => removeOldKeys(db)),
  definePeriodicTask('remove-gateway-messages', HOUR_SECONDS, ({ db }: TaskContext) => removeOldMessages(db)),
  definePeriodicTask('abandon-imports', 6 * HOUR_SECONDS, abandonOldImports),
  definePeriodicTask('remove-notifications', 6 * HOUR_SECONDS, ({ db }: TaskContext) =>
    removeOldNotifications(db),
  ),
  definePeriodicTask('remove-failed-jobs', 6 * HOUR_SECONDS, ({ db }: TaskContext) => removeFailedJobs(db)),
]
