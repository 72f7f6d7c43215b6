import { createMailSender } from '#features/deliveries/send-mail.ts'
import type { Senders } from '#features/deliveries/senders.ts'
import type { PushConfig } from '#features/push/push-config.ts'
import { createPushSender } from '#features/push/push-sender.ts'
import type { MailServices } from '#features/sessions/mail-link.ts'

/** Creates the senders of both channels. */
export function createSenders(parts: MailServices & { config: PushConfig }): Senders {
  return {
    mail: createMailSender(parts),
    push: createPushSender(parts),
  }
}
