import { letterHtml } from './letter-html.ts'
import { toOneLine, withoutBreaks, type Fact, type Letter, type Logo } from './letter.ts'

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
