import { letterHtml } from './letter-html.ts'

/** Content of a mail, all of it plain text. */
export interface Letter {
  readonly subject: string
  /** Name of the community, at the top and the end. */
  readonly community: string
  /** Heading above the greeting. */
  readonly title?: string
  /** 'Dear Ana Reyes,' */
  readonly greeting: string
  readonly paragraphs: readonly string[]
  /** Pairs of name and value: 'Client code', 'A-101'. */
  readonly facts?: readonly Fact[]
  /** News of a digest. */
  readonly items?: readonly LetterItem[]
  /** The button. */
  readonly action?: Action
  /** Under the button. */
  readonly notes?: readonly string[]
  /** The sender, above the community's name. */
  readonly from: string
  /** Links that turn such mails off. */
  readonly unsubscribe?: Unsubscribe
}

type Fact = readonly [name: string, value: string]

interface Action {
  readonly label: string
  readonly url: string
}

export interface LetterItem {
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly facts: readonly Fact[]
  readonly action: Action
}

interface Unsubscribe {
  /** Address of the one-click call (RFC 8058). */
  readonly call: string
  /** Pages at the end of the letter. */
  readonly pages: readonly Action[]
}

/** The community's logo; a PNG, since Outlook shows no WebP. Sizes are those on the page. */
export interface Logo {
  readonly png: Buffer
  readonly width: number
  readonly height: number
}

/** Name of the logo within a mail. */
const LOGO_ID = 'logo@tahanan'

/** Renders a letter as plain text and as HTML without external pictures and styles, with its headers. */
export function layOut(letter: Letter, logo?: Logo) {
  const { unsubscribe } = letter
  const lines = {
    ...letter,
    community: withoutBreaks(letter.community),
    greeting: withoutBreaks(letter.greeting),
    facts: letter.facts?.map(([name, value]): Fact => [name, withoutBreaks(value)]) ?? [],
  }
  return {
    subject: toOneLine(letter.subject),
    text: letterText(lines),
    html: letterHtml(lines, logo && { ...logo, src: `cid:${LOGO_ID}` }),
    attachments: logo
      ? [{ cid: LOGO_ID, filename: 'logo.png', content: logo.png, contentDisposition: 'inline' as const }]
      : [],
    headers: {
      'auto-submitted': 'auto-generated',
      ...(unsubscribe && {
        'list-unsubscribe': `<${unsubscribe.call}>`,
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** Replaces line breaks and control characters, which could begin another header or line, by spaces. */
const withoutBreaks = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** Returns a text without line breaks, cut to 200 characters. */
export const toOneLine = (text: string): string => withoutBreaks(text).slice(0, 200)

function letterText(letter: Letter): string {
  const { greeting, paragraphs, facts = [], items = [], action, notes = [], from, community } = letter
  return [
    greeting,
    ...paragraphs,
    ...factLines(facts),
    ...items.map((item) =>
      [item.title, ...item.paragraphs, ...factLines(item.facts), item.action.url].join('\n'),
    ),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes,
    `${from}\n${community}`,
    ...(letter.unsubscribe?.pages.map(({ label, url }) => `${label}:\n${url}`) ?? []),
  ]
    .join('\n\n')
    .concat('\n')
}

const factLines = (facts: readonly Fact[]): string[] =>
  facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []
