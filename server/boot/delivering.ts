import { createMailSender } from '#features/deliveries/create-mail-sender.ts'
import { dropWithdrawn, type NewsHooks } from '#features/deliveries/news-hooks.ts'
import type { Senders } from '#features/deliveries/senders.ts'
import { walkInHook } from '#features/gate/walk-ins/notices.ts'
import { findWithdrawnPosts } from '#features/posts/repository.ts'
import { createPushSender } from '#features/push/create-push-sender.ts'
import type { PushConfig } from '#features/push/push-config.ts'
import { findWithdrawnRecords } from '#features/records/repository.ts'
import { createRemindersHook } from '#features/reminders/send-reminders.ts'
import type { MailServices } from '#platform/services.ts'
import { memorandum } from '@tahanan/contract/records/kinds/memorandum.ts'

export function createDelivering(parts: MailServices & { config: PushConfig }) {
  const newsHooks: NewsHooks = {
    reminder: createRemindersHook(parts.config.communityTimeZone),
    post: dropWithdrawn(findWithdrawnPosts),
    gate: walkInHook,
    memorandum: dropWithdrawn((tx, ids) => findWithdrawnRecords(tx, memorandum, ids)),
  }
  const senders: Senders = {
    mail: createMailSender(parts),
    push: createPushSender({ ...parts, newsHooks }),
  }
  return { senders, newsHooks }
}
