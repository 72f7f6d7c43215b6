import type { MailServices } from '#features/sessions/mail-link.ts'
import { communityName } from '#features/settings/website-settings.ts'
import { PortalError } from '#platform/errors.ts'
import type { Letter } from '#platform/mail/letter.ts'
import type { DueNews, Sender } from './senders.ts'

/** Creates the sender of mails. */
export function createMailSender({ db, mailer, portalUrl }: MailServices): Sender {
  return async (due) => {
    const letter = letterOf(due, await communityName(db), portalUrl())
    try {
      await mailer.send({ name: due.reader.name, address: due.reader.email }, letter)
      return { state: 'sent' }
    } catch (error) {
      if (!(error instanceof PortalError)) throw error
      if (error.code !== 'invalidInput') return { state: 'later', reason: error.message }
      const reason = `${due.reader.email} is no mail address.`
      return { state: 'failed', reason, isAddressRefused: true }
    }
  }
}

function letterOf({ area, reader, news }: DueNews, community: string, portal: string): Letter {
  const [first, ...others] = news
  const home = area === 'client' ? '/' : '/admin'
  const label = first.letter?.action ?? 'Open'
  return {
    subject: `${first.title}${others.length > 0 ? ` and ${others.length} more` : ''}, ${community}`,
    community,
    greeting: `Dear ${reader.name},`,
    paragraphs: news.flatMap(({ letter, title, message }) => letter?.paragraphs ?? [`${title}: ${message}`]),
    facts: news.flatMap(({ letter }) => letter?.facts ?? []),
    action: { label, url: `${portal}${others.length > 0 ? home : (first.link ?? home)}` },
    from: 'Property Management Office',
  }
}
