import { escapeHtml } from '../escape-html.ts'

/** Content of a mail, all of it plain text. */
export interface Letter {
  readonly subject: string
  /** Name of the community, at the top and the end. */
  readonly community: string
  /** 'Dear Ana Reyes,' */
  readonly greeting: string
  readonly paragraphs: readonly string[]
  /** Pairs of name and value: 'Client code', 'A-101'. */
  readonly facts?: readonly (readonly [string, string])[]
  /** The button. */
  readonly action?: { readonly label: string; readonly url: string }
  /** Under the button. */
  readonly notes?: readonly string[]
  /** The sender, above the community's name. */
  readonly from: string
}

/** Renders a letter as plain text and as HTML without pictures and external styles. */
export function layOut(letter: Letter) {
  return { subject: toOneLine(letter.subject), text: asText(letter), html: asHtml(letter) }
}

/** Replaces line breaks and control characters, which could begin another header, by spaces. */
export function toOneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200)
}

function asText({ greeting, paragraphs, facts = [], action, notes = [], from, community }: Letter): string {
  return [
    greeting,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes,
    `${from}\n${community}`,
  ]
    .join('\n\n')
    .concat('\n')
}

const INK = '#1b2822'
const MUTED = '#48544e'
const DEEP = '#123f35'

const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:8px;' +
  `background:${DEEP};color:#ffffff;text-decoration:none`

const button = ({ label, url }: NonNullable<Letter['action']>): string =>
  `<p style="margin:0 0 24px"><a href="${escapeHtml(url)}" style="${BUTTON}">${escapeHtml(label)}</a></p>`

function asHtml(letter: Letter): string {
  const { greeting, paragraphs, facts = [], action, notes = [], from, community } = letter
  const paragraph = (text: string, color = INK) =>
    `<p style="margin:0 0 16px;color:${color}">${escapeHtml(text)}</p>`
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="padding:2px 16px 2px 0;color:${MUTED}">${escapeHtml(name)}</td>` +
      `<td style="padding:2px 0;color:${INK}"><b>${escapeHtml(value)}</b></td></tr>`,
  )
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(letter.subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#f7f4ec;font:16px/24px Helvetica,Arial,sans-serif">',
    '<div style="max-width:560px;margin:0 auto;background:#ffffff;border-radius:12px;padding:32px">',
    `<p style="margin:0 0 24px;color:${DEEP};font-size:20px"><b>${escapeHtml(community)}</b></p>`,
    paragraph(greeting),
    ...paragraphs.map((text) => paragraph(text)),
    rows.length > 0 ? `<table style="margin:0 0 24px;border-collapse:collapse">${rows.join('')}</table>` : '',
    action ? button(action) : '',
    action
      ? paragraph(`If the button does not work, copy this address into your browser: ${action.url}`, MUTED)
      : '',
    ...notes.map((text) => paragraph(text, MUTED)),
    `<p style="margin:24px 0 0;color:${INK}">${escapeHtml(from)}<br>${escapeHtml(community)}</p>`,
    '</div></body></html>',
  ]
    .filter(Boolean)
    .join('\n')
}
