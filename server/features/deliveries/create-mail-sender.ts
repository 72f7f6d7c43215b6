import { describeKinds, getUnsubscribableKinds } from '#features/delivery-choices/find-subscription.ts'
import {
  createUnsubscribeLinks,
  type UnsubscribeLinks,
} from '#features/delivery-choices/unsubscribe-links.ts'
import { findCommunityName } from '#features/settings/website-settings.ts'
import type { MailContent } from '#platform/mail/mail-content.ts'
import type { MailContext } from '#platform/platform-context.ts'
import type { DueNotifications, Outcome, Sender } from './senders.ts'

const MAX_LISTED_NOTIFICATIONS = 50

export function createMailSender({ db, mailer, portalUrl }: MailContext): Sender {
  const links = createUnsubscribeLinks(db)
  return async (dueNotifications): Promise<Outcome> => {
    const { name, email } = dueNotifications.reader
    const portal = portalUrl()
    const letter = {
      ...toNotificationMail(dueNotifications, await findCommunityName(db), portal),
      ...(await createUnsubscribeOption(dueNotifications, links, portal)),
    }
    const outcome = await mailer.deliver({ name, address: email }, letter, {
      ...(dueNotifications.area === 'client'
        ? { tenantId: dueNotifications.reader.id }
        : { adminId: dueNotifications.reader.id }),
      kind: [...new Set(dueNotifications.news.map(({ kind }) => kind))].join(' '),
      deliveries: dueNotifications.news.map(({ id }) => id),
    })
    if (outcome.state !== 'failed') return outcome
    const { state, refused, reason } = outcome
    return { state, reason, isAddressRefused: refused === 'address' }
  }
}

type DueNotification = DueNotifications['news'][number]

function toNotificationMail(
  { area, reader, news }: DueNotifications,
  community: string,
  portal: string,
): MailContent {
  const home = area === 'client' ? '/' : '/admin'
  const toAction = ({ letter, link }: DueNotification, label: string) => ({
    label: letter?.action ?? label,
    url: `${portal}${link ?? home}`,
  })
  const envelope = { community, greeting: `Dear ${reader.name},`, from: 'Property Management Office' }
  const [first, ...otherNotifications] = news
  if (otherNotifications.length === 0) {
    const action = toAction(first, 'Open in the portal')
    const subject = getSubject(first)
    return { ...envelope, subject, title: subject, ...toMailText(first), action }
  }
  const title = `${news.length} updates from ${community}`
  const hiddenCount = news.length - MAX_LISTED_NOTIFICATIONS
  return {
    ...envelope,
    subject: title,
    title,
    paragraphs: [],
    items: news
      .toReversed()
      .slice(0, MAX_LISTED_NOTIFICATIONS)
      .map((item) => ({ title: getSubject(item), ...toMailText(item), action: toAction(item, 'Open') })),
    action: { label: 'Open the portal', url: `${portal}${home}` },
    ...(hiddenCount > 0 && { notes: [`And ${hiddenCount} more in the portal.`] }),
  }
}

const getSubject = ({ letter, title }: DueNotification): string => letter?.subject ?? title

const toMailText = ({ letter, message }: DueNotification) => ({
  paragraphs: letter?.paragraphs ?? [message],
  facts: letter?.facts ?? [],
})

// Creates the unsubscribe links of a mail. Mails about urgent notifications get none, because these mails
// cannot be turned off.
async function createUnsubscribeOption(
  { area, reader, news }: DueNotifications,
  links: UnsubscribeLinks,
  portal: string,
) {
  const kinds = getUnsubscribableKinds(
    area,
    news.filter(({ urgent }) => !urgent).map(({ kind }) => kind),
  )
  if (kinds.length === 0) return {}
  const createToken = (...tokenKinds: typeof kinds) =>
    links.createToken({ reader: { area, id: reader.id }, kinds: tokenKinds }, reader.email)
  const pages = kinds.map(async (kind) => ({
    label: `Stop mails about ${describeKinds(area, [kind])}`,
    url: `${portal}/unsubscribe#${await createToken(kind)}`,
  }))
  const unsubscribeUrl = `${portal}/api/unsubscribe/${await createToken(...kinds)}`
  return { unsubscribe: { call: unsubscribeUrl, pages: await Promise.all(pages) } }
}
