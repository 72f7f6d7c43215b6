import type { PushExtras } from '#features/deliveries/news-hooks.ts'
import type { DueNews } from '#features/deliveries/senders.ts'

/** Content of a push message, shown by the service worker (`web/worker/service-worker.ts`). */
export interface PushPayload extends Partial<PushExtras['payload']> {
  readonly title: string
  readonly body: string
  /** Path of the page that a tap opens. */
  readonly link: string
  /** A later message with the same tag replaces it. */
  readonly tag: string
}

/** News of a message that are named; the rest is counted. */
const NAMED = 4
const TITLE = 100
const BODY = 400
const HOME = '/'
/** Brief of news without one: titles may name people. */
const NEUTRAL = 'News from your community'

type Item = DueNews['news'][number]

/** Returns the message of news: its brief, or title and text where the reader turned on 'Show details'. */
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
    // a message that is sent again replaces itself
    tag: extras?.tag ?? `news-${latest.id}`,
    ...extras?.payload,
  }
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
