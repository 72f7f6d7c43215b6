import { createMailSender } from '#features/deliveries/send-mail.ts'
import type { Senders } from '#features/deliveries/senders.ts'
import type { MailServices } from '#features/sessions/mail-link.ts'

/** Creates the senders of both channels. */
export function createSenders(parts: MailServices): Senders {
  return {
    mail: createMailSender(parts),
    push: () => Promise.resolve({ state: 'dropped', reason: 'There is no push service.' }),
  }
}
