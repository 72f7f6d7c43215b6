import { describeKinds, getUnsubscribableKinds } from '#features/delivery-choices/find-subscription.ts'
import {
  createUnsubscribeLinks,
  type UnsubscribeLinks,
} from '#features/delivery-choices/unsubscribe-links.ts'
import { findCommunityName } from '#features/settings/website-settings.ts'
import type { Letter } from '#platform/mail/letter.ts'
import type { MailServices } from '#platform/services.ts'
import type { DueNews, Outcome, Sender } from './senders.ts'

const MAX_LISTED = 50

export function createMailSender({ db, mailer, portalUrl }: MailServices): Sender {
  const links = createUnsubscribeLinks(db)
  return async (due): Promise<Outcome> => {
    const { name, email } = due.reader
    const portal = portalUrl()
    const letter = {
      ...toNewsMail(due, await findCommunityName(db), portal),
      ...(await createUnsubscribe(due, links, portal)),
    }
    const outcome = await mailer.deliver({ name, address: email }, letter, {
      ...(due.area === 'client' ? { tenantId: due.reader.id } : { adminId: due.reader.id }),
      kind: [...new Set(due.news.map(({ kind }) => kind))].join(' '),
      deliveries: due.news.map(({ id }) => id),
    })
    if (outcome.state !== 'failed') return outcome
    const { state, refused, reason } = outcome
    return { state, reason, isAddressRefused: refused === 'address' }
  }
}

type Item = DueNews['news'][number]

function toNewsMail({ area, reader, news }: DueNews, community: string, portal: string): Letter {
  const home = area === 'client' ? '/' : '/admin'
  const toAction = ({ letter, link }: Item, label: string) => ({
    label: letter?.action ?? label,
    url: `${portal}${link ?? home}`,
  })
  const envelope = { community, greeting: `Dear ${reader.name},`, from: 'Property Management Office' }
  const [first, ...others] = news
  if (others.length === 0) {
    const action = toAction(first, 'Open in the portal')
    const subject = getSubject(first)
    return { ...envelope, subject, title: subject, ...toMailText(first), action }
  }
  const title = `${news.length} updates from ${community}`
  const left = news.length - MAX_LISTED
  return {
    ...envelope,
    subject: title,
    title,
    paragraphs: [],
    items: news
      .toReversed()
      .slice(0, MAX_LISTED)
      .map((item) => ({ title: getSubject(item), ...toMailText(item), action: toAction(item, 'Open') })),
    action: { label: 'Open the portal', url: `${portal}${home}` },
    ...(left > 0 && { notes: [`And ${left} more in the portal.`] }),
  }
}

const getSubject = ({ letter, title }: Item): string => letter?.subject ?? title

const toMailText = ({ letter, message }: Item) => ({
  paragraphs: letter?.paragraphs ?? [message],
  facts: letter?.facts ?? [],
})

// Creates the unsubscribe links of a mail. Urgent notifications get none, because they cannot be turned off.
async function createUnsubscribe({ area, reader, news }: DueNews, links: UnsubscribeLinks, portal: string) {
  const kinds = getUnsubscribableKinds(
    area,
    news.filter(({ urgent }) => !urgent).map(({ kind }) => kind),
  )
  if (kinds.length === 0) return {}
  const createToken = (...some: typeof kinds) =>
    links.make({ reader: { area, id: reader.id }, kinds: some }, reader.email)
  const pages = kinds.map(async (kind) => ({
    label: `Stop mails about ${describeKinds(area, [kind])}`,
    url: `${portal}/unsubscribe#${await createToken(kind)}`,
  }))
  const call = `${portal}/api/unsubscribe/${await createToken(...kinds)}`
  return { unsubscribe: { call, pages: await Promise.all(pages) } }
}
