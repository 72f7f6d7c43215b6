import { createMailSender } from '#features/deliveries/create-mail-sender.ts'
import {
  addDropReasons,
  createWithdrawalHook,
  type DeliveryHooks,
} from '#features/deliveries/delivery-hooks.ts'
import type { Senders } from '#features/deliveries/senders.ts'
import { walkInDeliveryHook } from '#features/gate/walk-ins/walk-in-notifications.ts'
import { findWithdrawnPosts } from '#features/posts/repository.ts'
import { createPushSender } from '#features/push/create-push-sender.ts'
import type { PushConfig } from '#features/push/push-config.ts'
import { findWithdrawnRecords } from '#features/records/repository.ts'
import { createRemindersHook } from '#features/reminders/send-reminders.ts'
import { movedTicketHook } from '#features/tickets/moved-ticket-hook.ts'
import type { MailContext } from '#platform/platform-context.ts'
import { memorandum } from '@tahanan/contract/records/kinds/memorandum.ts'

export function createDeliveryContext(context: MailContext & { config: PushConfig }) {
  const newsHooks: DeliveryHooks = {
    reminder: createRemindersHook(context.config.communityTimeZone),
    post: createWithdrawalHook(findWithdrawnPosts),
    ticket: movedTicketHook,
    message: movedTicketHook,
    gate: addDropReasons(walkInDeliveryHook, movedTicketHook),
    memorandum: createWithdrawalHook((tx, ids) => findWithdrawnRecords(tx, memorandum, ids)),
  }
  const senders: Senders = {
    mail: createMailSender(context),
    push: createPushSender({ ...context, newsHooks }),
  }
  return { senders, newsHooks }
}
