import type { NewsHooks, PushExtras } from '#features/deliveries/news-hooks.ts'
import type { DueNews, Outcome, Sender } from '#features/deliveries/senders.ts'
import type { Db } from '#platform/db/client.ts'
import type { PlatformConfig } from '#platform/platform-config.ts'
import type { NewsKind } from '@tahanan/contract/notifications/kinds.ts'
import { loadPushKey } from './load-push-key.ts'
import { createPushClient, type PostMessage, type PushAnswer } from './post-message.ts'
import type { PushConfig } from './push-config.ts'
import { deleteSubscription, listSubscriptions } from './repository.ts'

interface PushSenderParts {
  readonly db: Db
  readonly config: PushConfig & Pick<PlatformConfig, 'mailFrom'>
  readonly portalUrl: () => string
  readonly newsHooks: NewsHooks
}

/** Seconds for which a push service stores a message for a phone that is off. */
const DAY = 24 * 3600

/** Messages of other kinds wait while the phone saves power (RFC 8030). */
const URGENCY: Partial<Record<NewsKind, Parameters<PostMessage>[2]['urgency']>> = {
  ticket: 'normal',
  payment: 'normal',
  message: 'normal',
  reminder: 'normal',
  security: 'high',
}

/** Creates the sender of push messages; each browser of a resident gets one. */
export function createPushSender(parts: PushSenderParts): Sender {
  const { db, config, newsHooks } = parts
  let client: PostMessage | undefined
  return async (due) => {
    client ??= createPushClient(config, { subject: contactOf(parts), ...(await loadPushKey(db)) })
    const post = client
    const targets = await listSubscriptions(db, due.reader.id)
    // Questions are alone in a group, since they are urgent.
    const [{ kind, notificationId }] = due.news
    const extras = due.news.length === 1 ? await newsHooks[kind]?.pushExtras?.(db, notificationId) : undefined
    const answers = await Promise.all(
      targets.map(async (target) => {
        const answer = await postNews(post, target, due, extras)
        // the browser unsubscribed
        if (answer === 404 || answer === 410) await deleteSubscription(db, due.reader.id, target.endpoint)
        return answer
      }),
    )
    return toOutcome(answers)
  }
}

/** Returns the contact URL of the operator for push services, which accept https and mailto. */
function contactOf({ config, portalUrl }: PushSenderParts): string {
  const url = portalUrl()
  return url.startsWith('https:') ? url : `mailto:${/<(.+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom}`
}

function postNews(
  post: PostMessage,
  target: Parameters<PostMessage>[0],
  due: DueNews,
  extras: PushExtras | undefined,
): Promise<PushAnswer> {
  const payload = toPushPayload(due, extras)
  const isUrgent = due.news.some(({ urgent }) => urgent)
  const urgencies = due.news.map(({ kind }) => URGENCY[kind] ?? 'low')
  const urgency =
    isUrgent || urgencies.includes('high') ? 'high' : urgencies.includes('normal') ? 'normal' : 'low'
  return post(target, JSON.stringify(payload), { TTL: extras?.ttl ?? DAY, urgency, topic: payload.tag })
}

/**
 * Combines the answers of a reader's push services into one outcome: sent if one accepted the message; not
 * retried if it may have arrived at one.
 */
export function toOutcome(answers: readonly PushAnswer[]): Outcome {
  const left = answers.filter((answer) => answer !== 404 && answer !== 410)
  if (left.some((answer) => isStatus(answer, 200, 299))) return { state: 'sent' }
  if (left.includes('unanswered')) return { state: 'unclear', reason: 'The push service did not answer.' }
  if (left.includes('unreached')) return { state: 'later', reason: 'The push service could not be reached.' }
  const busy = left.find((answer) => answer === 429 || isStatus(answer, 500, 599))
  if (busy !== undefined) return { state: 'later', reason: refusal(busy) }
  const [first] = left
  if (first !== undefined) return { state: 'failed', reason: refusal(first) }
  return { state: 'dropped', reason: 'No browser receives push messages any more.' }
}

const isStatus = (answer: PushAnswer, from: number, to: number): boolean =>
  typeof answer === 'number' && answer >= from && answer <= to

const refusal = (answer: PushAnswer): string => `The push service answered ${answer}.`

/** Content of a push message, shown by the service worker (`web/worker/service-worker.ts`). */
export interface PushPayload extends Partial<PushExtras['payload']> {
  readonly title: string
  readonly body: string
  readonly link: string
  /** A later message with the same tag replaces it. */
  readonly tag: string
}

/** Number of items listed in a push message; the rest is counted. */
const NAMED = 4
const TITLE = 100
const BODY = 400
const HOME = '/'
/** Text for news without a brief: titles may name people. */
const NEUTRAL = 'News from your community'

type Item = DueNews['news'][number]

/** Returns the push message of news: the brief, or title and text if the reader turned on 'Show details'. */
export function toPushPayload(
  { news, showDetails }: Pick<DueNews, 'news' | 'showDetails'>,
  extras?: PushExtras,
): PushPayload {
  const latest = news.at(-1) ?? news[0]
  const headline = ({ title, brief }: Item) => cut(showDetails ? title : brief || NEUTRAL, TITLE)
  const lines = news.map(headline)
  const links = new Set(news.map(({ link }) => link ?? HOME))
  const left = lines.length - NAMED
  const [title, body] =
    lines.length === 1
      ? [headline(latest), showDetails ? latest.message : '']
      : [
          `${lines.length} news`,
          [...lines.slice(0, NAMED), ...(left > 0 ? [`and ${left} more`] : [])].join('\n'),
        ]
  return {
    title,
    body: cut(body, BODY),
    link: links.size === 1 ? (latest.link ?? HOME) : HOME,
    // a repeated message replaces itself
    tag: extras?.tag ?? `news-${latest.id}`,
    ...extras?.payload,
  }
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
