import type { DeliveryHooks, PushExtras } from '#features/deliveries/delivery-hooks.ts'
import type { DueNotifications, Outcome, Sender } from '#features/deliveries/senders.ts'
import type { Db } from '#platform/db/client.ts'
import type { PlatformConfig } from '#platform/platform-config.ts'
import type { NotificationKind } from '@tahanan/contract/notifications/kinds.ts'
import { loadPushKey } from './load-push-key.ts'
import { createPushClient, type PostMessage, type PushAnswer } from './post-message.ts'
import type { PushConfig } from './push-config.ts'
import { deleteSubscription, listSubscriptions } from './repository.ts'

interface PushSenderContext {
  readonly db: Db
  readonly config: PushConfig & Pick<PlatformConfig, 'mailFrom'>
  readonly portalUrl: () => string
  readonly newsHooks: DeliveryHooks
}

/** Seconds for which a push service stores a message for a phone that is off. */
const DEFAULT_TTL = 24 * 3600

/**
 * Urgency by kind of notification (RFC 8030). Kinds that are not listed have the urgency 'low': their
 * messages wait while the phone saves power.
 */
const URGENCY_BY_KIND: Partial<Record<NotificationKind, Parameters<PostMessage>[2]['urgency']>> = {
  ticket: 'normal',
  payment: 'normal',
  message: 'normal',
  reminder: 'normal',
  security: 'high',
}

export function createPushSender(context: PushSenderContext): Sender {
  const { db, config, newsHooks } = context
  let client: PostMessage | undefined
  return async (dueNotifications) => {
    client ??= createPushClient(config, { subject: getContact(context), ...(await loadPushKey(db)) })
    const post = client
    const targets = await listSubscriptions(db, dueNotifications.reader.id)
    // Extra data (`pushExtras`) is loaded only for a message about a single notification. Urgent
    // notifications always get it, because they are never combined into one message.
    const [{ kind, notificationId }] = dueNotifications.news
    const pushExtras =
      dueNotifications.news.length === 1 ? await newsHooks[kind]?.pushExtras?.(db, notificationId) : undefined
    const sendResults = await Promise.all(
      targets.map(async (target) => {
        const sendResult = await sendNotifications(post, target, dueNotifications, pushExtras)
        // The push service answers 404 or 410 if the browser has unsubscribed.
        if (sendResult === 404 || sendResult === 410)
          await deleteSubscription(db, dueNotifications.reader.id, target.endpoint)
        return sendResult
      }),
    )
    return toOutcome(sendResults)
  }
}

/** Returns the portal's contact URL, which push services require. It must begin with https: or mailto:. */
function getContact({ config, portalUrl }: PushSenderContext): string {
  const url = portalUrl()
  return url.startsWith('https:') ? url : `mailto:${/<(.+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom}`
}

function sendNotifications(
  post: PostMessage,
  target: Parameters<PostMessage>[0],
  dueNotifications: DueNotifications,
  pushExtras: PushExtras | undefined,
): Promise<PushAnswer> {
  const payload = toPushPayload(dueNotifications, pushExtras)
  const isUrgent = dueNotifications.news.some(({ urgent }) => urgent)
  const urgencies = dueNotifications.news.map(({ kind }) => URGENCY_BY_KIND[kind] ?? 'low')
  const urgency =
    isUrgent || urgencies.includes('high') ? 'high' : urgencies.includes('normal') ? 'normal' : 'low'
  return post(target, JSON.stringify(payload), {
    TTL: pushExtras?.ttl ?? DEFAULT_TTL,
    urgency,
    topic: payload.tag,
  })
}

/**
 * Combines the answers for all browsers of a recipient into one outcome. The outcome is 'sent' if at least
 * one push service accepted the message. It allows no retry if the message may have arrived at a browser.
 */
export function toOutcome(pushAnswers: readonly PushAnswer[]): Outcome {
  const validAnswers = pushAnswers.filter((pushAnswer) => pushAnswer !== 404 && pushAnswer !== 410)
  if (validAnswers.some((pushAnswer) => isStatus(pushAnswer, 200, 299))) return { state: 'sent' }
  if (validAnswers.includes('unanswered'))
    return { state: 'unclear', reason: 'The push service did not answer.' }
  if (validAnswers.includes('unreached'))
    return { state: 'later', reason: 'The push service could not be reached.' }
  const busyAnswer = validAnswers.find((pushAnswer) => pushAnswer === 429 || isStatus(pushAnswer, 500, 599))
  if (busyAnswer !== undefined) return { state: 'later', reason: describeRefusal(busyAnswer) }
  const [first] = validAnswers
  if (first !== undefined) return { state: 'failed', reason: describeRefusal(first) }
  return { state: 'dropped', reason: 'No browser receives push messages any more.' }
}

const isStatus = (pushAnswer: PushAnswer, from: number, to: number): boolean =>
  typeof pushAnswer === 'number' && pushAnswer >= from && pushAnswer <= to

const describeRefusal = (pushAnswer: PushAnswer): string => `The push service answered ${pushAnswer}.`

/** Payload of a push message, read by the service worker (`web/worker/service-worker.ts`). */
export interface PushPayload extends Partial<PushExtras['payload']> {
  readonly title: string
  readonly body: string
  readonly link: string
  readonly tag: string
}

const MAX_LISTED_NOTIFICATIONS = 4
const MAX_TITLE = 100
const MAX_BODY = 400
const HOME = '/'
/**
 * Title for notifications without a short neutral text (`brief`). The full title is not shown, because it may
 * contain names of people.
 */
const NEUTRAL_TITLE = 'News from your community'

type DueNotification = DueNotifications['news'][number]

/**
 * Shows title and text of the notifications only if the recipient turned on 'Show details'. Otherwise shows
 * their short neutral text (`brief`).
 */
export function toPushPayload(
  { news, showDetails }: Pick<DueNotifications, 'news' | 'showDetails'>,
  pushExtras?: PushExtras,
): PushPayload {
  const latestNotification = news.at(-1) ?? news[0]
  const getHeadline = ({ title, brief }: DueNotification) =>
    truncateText(showDetails ? title : brief || NEUTRAL_TITLE, MAX_TITLE)
  const lines = news.map(getHeadline)
  const links = new Set(news.map(({ link }) => link ?? HOME))
  const hiddenCount = lines.length - MAX_LISTED_NOTIFICATIONS
  const [title, body] =
    lines.length === 1
      ? [getHeadline(latestNotification), showDetails ? latestNotification.message : '']
      : [
          `${lines.length} new notifications`,
          [
            ...lines.slice(0, MAX_LISTED_NOTIFICATIONS),
            ...(hiddenCount > 0 ? [`and ${hiddenCount} more`] : []),
          ].join('\n'),
        ]
  return {
    title,
    body: truncateText(body, MAX_BODY),
    link: links.size === 1 ? (latestNotification.link ?? HOME) : HOME,
    // The tag depends only on the latest notification, so a message that is sent again replaces the earlier
    // one on the phone.
    tag: pushExtras?.tag ?? `news-${latestNotification.id}`,
    ...pushExtras?.payload,
  }
}

const truncateText = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`
