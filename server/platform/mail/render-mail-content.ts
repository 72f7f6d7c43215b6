import { splitLinks } from '@tahanan/contract/text/links.ts'
import { escapeHtml } from '../escape-html.ts'
import {
  toOneLine,
  removeBreaks,
  type Fact,
  type MailContent,
  type Logo,
  type MailItem,
} from './mail-content.ts'

const LOGO_ID = 'logo@tahanan'

/** Renders plain text and HTML. The HTML loads no external pictures or styles. */
export function renderMailContent(letter: MailContent, logo?: Logo) {
  const { unsubscribe } = letter
  const lines = {
    ...letter,
    community: removeBreaks(letter.community),
    greeting: removeBreaks(letter.greeting),
    facts: letter.facts?.map(([name, value]): Fact => [name, removeBreaks(value)]) ?? [],
  }
  return {
    subject: toOneLine(letter.subject),
    text: renderText(lines),
    html: renderHtml(lines, logo && { ...logo, src: `cid:${LOGO_ID}` }),
    attachments: logo
      ? [
          {
            cid: LOGO_ID,
            filename: 'logo.png',
            content: logo.png,
            formatContentDisposition: 'inline' as const,
          },
        ]
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

function renderText(letter: MailContent): string {
  const { greeting, paragraphs, facts = [], items = [], action, notes = [], from, community } = letter
  return [
    greeting,
    ...paragraphs,
    ...formatFacts(facts),
    ...items.map((item) =>
      [item.title, ...item.paragraphs, ...formatFacts(item.facts), item.action.url].join('\n'),
    ),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes,
    `${from}\n${community}`,
    ...(letter.unsubscribe?.pages.map(({ label, url }) => `${label}:\n${url}`) ?? []),
  ]
    .join('\n\n')
    .concat('\n')
}

const formatFacts = (facts: readonly Fact[]): string[] =>
  facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []

/** CSS property, light colour and dark colour. The colours are copies of the tokens in `web/ui/theme/`. */
const COLORS = {
  page: ['background-color', '#f4f2ed', '#121816'],
  card: ['background-color', '#fffefc', '#1a221f'],
  button: ['background-color', '#17594a', '#8bcbb2'],
  label: ['color', '#ffffff', '#06231a'],
  ink: ['color', '#1b2822', '#edeae1'],
  muted: ['color', '#48544e', '#b8c0b9'],
  link: ['color', '#17594a', '#8bcbb2'],
  line: ['border-color', '#e0dbd1', '#2d3833'],
} as const
type Color = keyof typeof COLORS

/**
 * CSS for dark mode. The last rules are for Outlook's apps, which invert colours themselves and mark the
 * inverted elements by attributes. Gmail ignores all these rules and inverts the inline colours itself.
 */
const STYLES = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  `@media (prefers-color-scheme:dark){${renderDarkRules((name) => `.${name}`)}}`,
  renderDarkRules((name) => `[data-ogs${COLORS[name][0] === 'color' ? 'c' : 'b'}] .${name}`),
].join('\n')

function renderDarkRules(getSelector: (name: Color) => string): string {
  const names = Object.keys(COLORS) as Color[]
  return names.map((name) => `${getSelector(name)}{${COLORS[name][0]}:${COLORS[name][2]}!important}`).join('')
}

function renderStyle(names: readonly Color[], style: string): string {
  const lightRules = names.map((name) => `${COLORS[name][0]}:${COLORS[name][1]};`).join('')
  return `class="${names.join(' ')}" style="${lightRules}${style}"`
}

const TABLE_ATTRIBUTES = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
const BODY_STYLE = 'font-size:16px;line-height:24px'
const SMALL_STYLE = 'font-size:13px;line-height:18px'
const WORD_BREAK_STYLE = 'word-break:break-word;overflow-wrap:anywhere'

const escapeText = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

const renderParagraph = (content: string, color: Color = 'ink', gap = 16): string =>
  `<p ${renderStyle([color], `margin:0 0 ${gap}px;${BODY_STYLE}`)}>${content}</p>`

const renderLink = (
  url: string,
  label: string,
  attributes = renderStyle(['link'], 'font-weight:600'),
): string => `<a href="${escapeHtml(url)}" ${attributes}>${escapeText(label)}</a>`

/** Converts web addresses in a text to links, because Outlook does not do that itself (rules 23.48). */
const renderLinkedText = (text: string): string =>
  splitLinks(text)
    .map((part) => (part.href === undefined ? escapeText(part.text) : renderLink(part.href, part.text)))
    .join('')

function renderFactTable(facts: readonly Fact[]): string {
  if (facts.length === 0) return ''
  const cellStyle = `vertical-align:top;padding:8px 0;border-bottom-width:1px;border-bottom-style:solid;${BODY_STYLE};${WORD_BREAK_STYLE}`
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td width="38%" ${renderStyle(['muted', 'line'], `${cellStyle};padding-right:16px`)}>${escapeText(name)}</td>` +
      `<td ${renderStyle(['ink', 'line'], `${cellStyle};font-weight:600`)}>${escapeText(value)}</td></tr>`,
  )
  return `<table ${TABLE_ATTRIBUTES} width="100%" style="table-layout:fixed;margin:0 0 24px">${rows.join('')}</table>`
}

const renderItem = ({ title, paragraphs, facts, action }: MailItem): string =>
  [
    `<div ${renderStyle(['line'], 'border-top-width:1px;border-top-style:solid;padding:20px 0 4px')}>`,
    `<h2 ${renderStyle(['ink'], 'margin:0 0 4px;font-size:18px;line-height:26px;font-weight:600')}>${escapeText(title)}</h2>`,
    ...paragraphs.map((text) => renderParagraph(renderLinkedText(text), 'muted', 8)),
    renderFactTable(facts),
    `<p style="margin:0 0 16px;${BODY_STYLE}">${renderLink(action.url, action.label)}</p></div>`,
  ].join('')

function renderButton({ label, url }: NonNullable<MailContent['action']>): string {
  const buttonStyle = renderStyle(
    ['label'],
    `display:inline-block;padding:12px 24px;${BODY_STYLE};font-weight:600;text-decoration:none`,
  )
  const buttonCell = `<td ${renderStyle(['button'], 'border-radius:10px')}>${renderLink(url, label, buttonStyle)}</td>`
  return `<table ${TABLE_ATTRIBUTES} style="margin:8px 0 24px"><tr>${buttonCell}</tr></table>`
}

const renderButtonUrl = ({ url }: NonNullable<MailContent['action']>): string =>
  `<p ${renderStyle(['muted'], `margin:0 0 16px;${SMALL_STYLE}`)}>If the button does not work, copy this address into your ` +
  `browser:<br>${renderLink(url, url, renderStyle(['muted'], ''))}</p>`

/**
 * Renders the logo and the community's name. The logo has a white background, because it may be unreadable on
 * dark colours and mail clients do not invert pictures.
 */
function renderMailHeader(community: string, logo: (Logo & { src: string }) | undefined): string {
  const logoHtml = logo
    ? `<td style="padding-right:12px"><img src="${logo.src}" width="${logo.width}" height="${logo.height}" alt="" ` +
      'style="display:block;background-color:#ffffff;border-radius:10px;padding:6px 8px"></td>'
    : ''
  const name = `<td ${renderStyle(['ink'], `font-size:20px;line-height:26px;font-weight:700;${WORD_BREAK_STYLE}`)}>${escapeText(community)}</td>`
  return `<table ${TABLE_ATTRIBUTES}><tr>${logoHtml}${name}</tr></table>`
}

const renderSmallText = (content: string): string =>
  `<p ${renderStyle(['muted'], `margin:0 0 8px;${SMALL_STYLE}`)}>${content}</p>`

function renderFooter({ community, unsubscribe }: MailContent): string {
  if (!unsubscribe) return ''
  const reasonText = `You get this notification because you have an account in the portal of ${community}.`
  const links = unsubscribe.pages.map(({ label, url }) => renderLink(url, label, renderStyle(['muted'], '')))
  return [escapeText(reasonText), ...links].map(renderSmallText).join('')
}

const renderRow = (attributes: string, content: string): string =>
  `<tr><td align="left" ${attributes}>${content}</td></tr>`

/** Uses tables for the layout, because Outlook supports no other layout. */
function renderHtml(letter: MailContent, logo?: Logo & { src: string }): string {
  const { title, greeting, paragraphs, facts = [], items = [], action, notes = [], from, community } = letter
  const preheader = paragraphs[0] ?? items.map((item) => item.title).join(', ')
  const headingStyle = `margin:0 0 16px;font-size:22px;line-height:28px;font-weight:700`
  const cardParts = [
    title ? `<h1 ${renderStyle(['ink'], headingStyle)}>${escapeText(title)}</h1>` : '',
    renderParagraph(escapeText(greeting)),
    ...paragraphs.map((text) => renderParagraph(renderLinkedText(text))),
    renderFactTable(facts),
    ...items.map(renderItem),
    action ? renderButton(action) : '',
    // The web address of the button is also shown as text, except in a digest (a mail with several
    // notifications), whose items have their own links.
    action && items.length === 0 ? renderButtonUrl(action) : '',
    ...notes.map((text) => renderParagraph(escapeText(text), 'muted')),
    `<p ${renderStyle(['ink'], `margin:24px 0 0;${BODY_STYLE}`)}>${escapeText(`${from}\n${community}`)}</p>`,
  ]
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(letter.subject)}</title><style>${STYLES}</style></head>`,
    `<body ${renderStyle(['page'], 'margin:0;padding:0')}>`,
    `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preheader.slice(0, 200))}</div>`,
    `<table ${TABLE_ATTRIBUTES} width="100%" ${renderStyle(['page'], `font-family:Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`)}>`,
    '<tr><td align="center" style="padding:24px 12px">',
    `<table ${TABLE_ATTRIBUTES} width="560" style="width:100%;max-width:560px;table-layout:fixed">`,
    renderRow('style="padding:0 12px 16px"', renderMailHeader(community, logo)),
    renderRow(
      renderStyle(['card'], `border-radius:16px;padding:28px 24px;${WORD_BREAK_STYLE}`),
      cardParts.filter(Boolean).join('\n'),
    ),
    renderRow(`style="padding:20px 24px 0;${WORD_BREAK_STYLE}"`, renderFooter(letter)),
    '</table></td></tr></table></body></html>',
  ].join('\n')
}
