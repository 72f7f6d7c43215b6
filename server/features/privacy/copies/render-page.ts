import { escapeHtml } from '#platform/escape-html.ts'
import { formatFieldLabel } from '@tahanan/contract/audit.ts'
import { PAYMENT_STATUSES, getPaymentTypeInfo } from '@tahanan/contract/billing/payment.ts'
import { formatPesos } from '@tahanan/contract/money.ts'
import { NOTIFICATION_KIND_LABELS } from '@tahanan/contract/notifications/kinds.ts'
import type { CopiedColumn } from '@tahanan/contract/privacy/copied-columns.ts'
import { isStatus, getStatusInfo } from '@tahanan/contract/statuses.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import {
  formatCount,
  formatDay,
  formatLongDay,
  formatLongTime,
  formatPickerTime,
  isDay,
} from '@tahanan/contract/time.ts'

export interface PageTable {
  readonly name: string
  readonly title: string
  readonly count: number
  readonly columns: readonly CopiedColumn[]
}

export interface PageHeading {
  readonly community: string
  readonly tenant: string
  readonly madeAt: Date
  readonly timeZone: string
}

/**
 * Tables with more columns are shown as one small table per record, because their rows would not fit on a
 * phone or a sheet of paper.
 */
const MAX_TABLE_COLUMNS = 7
const EMPTY_CELL = '<span class="none">–</span>'

/**
 * Copies colours and shapes of the portal (web/ui/theme/tokens.css), because the page has no access to the
 * portal's stylesheets.
 */
const STYLE = `
:root { color-scheme: light dark; --page: light-dark(#f4f2ed, #121816); --surface: light-dark(#fffefc, #1a221f);
  --line: light-dark(#e0dbd1, #2d3833); --ink: light-dark(#1b2822, #edeae1); --muted: light-dark(#48544e, #b8c0b9);
  --primary: light-dark(#17594a, #8bcbb2); --deep: light-dark(#123f35, #153f35) }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 400 1rem/1.5 Figtree, system-ui, sans-serif }
header { background: var(--deep); color: #fffefc; padding: 2rem 1rem }
header > *, main, nav > ul { max-width: 68rem; margin-inline: auto }
h1 { font-size: 1.6rem; margin-block: 0 .25rem }
header p { margin-block: 0; color: #d9e6e0 }
main { padding: 1rem; max-width: 70rem }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem }
h2 small, .none, caption { color: var(--muted); font-weight: 400 }
a { color: var(--primary) }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem }
.panel { background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; overflow-x: auto;
  margin-block: .75rem }
table { border-collapse: collapse; width: 100%; font-size: .925rem }
th, td { text-align: start; vertical-align: top; padding: .5rem .75rem; border-block-end: 1px solid var(--line);
  overflow-wrap: anywhere }
tr:last-child > * { border-block-end: 0 }
thead th { color: var(--muted); font-weight: 600; white-space: nowrap }
.rows td { min-width: 7rem }
.record th { width: 14rem; color: var(--muted); font-weight: 500 }
ul, dl { margin: 0; padding-inline-start: 1.1rem }
dl { padding: 0 } dt { color: var(--muted) } dd { margin: 0 0 .35rem }
@media (max-width: 40rem) { .record th, .record td { display: block; width: auto; border: 0; padding-block: .25rem }
  .record tr { display: block; border-block-end: 1px solid var(--line); padding-block: .25rem } }
@media print { header { color: inherit; background: none } .panel { overflow: visible; break-inside: avoid } }`

export function renderPageBegin(
  { community, tenant, madeAt, timeZone }: PageHeading,
  tables: readonly PageTable[],
): string {
  const filledTables = tables.filter(({ count }) => count > 0)
  const title = `Copy of the data of ${tenant}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${STYLE}
</style>
</head>
<body>
<header><h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(community)}, ${escapeHtml(formatLongTime(madeAt, timeZone))}</p></header>
<main>
<p>This is what the portal stores about this account. The same data is in data.json for other programs, the files
are in the folder files. Private data of visitors and workers, notes of the office and names of its staff are left
out.</p>
<nav aria-label="Contents"><ul>
${filledTables.map(({ name, title: text }) => `<li><a href="#${escapeHtml(name)}">${escapeHtml(text)}</a></li>`).join('\n')}
</ul></nav>
`
}

export function renderTableBegin(table: PageTable): string {
  const { name, title, count, columns } = table
  const heading = `<section><h2 id="${escapeHtml(name)}">${escapeHtml(title)} <small>${formatCount(count, 'entry').replace('entrys', 'entries')}</small></h2>\n`
  if (isWideTable(table)) return heading
  const heads = columns.map(({ label }) => `<th scope="col">${escapeHtml(label)}</th>`).join('')
  return `${heading}<div class="panel"><table class="rows"><thead><tr>${heads}</tr></thead><tbody>\n`
}

export const renderTableEnd = (table: PageTable): string =>
  isWideTable(table) ? '</section>\n' : '</tbody></table></div></section>\n'

const isWideTable = ({ columns }: PageTable): boolean => columns.length > MAX_TABLE_COLUMNS

export function renderRow(
  table: PageTable,
  row: Readonly<Record<string, unknown>>,
  timeZone: string,
): string {
  const cells = table.columns.map(({ name, label }) => ({
    label,
    html: renderCell(table.name, name, row[name], timeZone),
  }))
  if (!isWideTable(table))
    return `<tr>${cells.map(({ html }) => `<td>${html || EMPTY_CELL}</td>`).join('')}</tr>\n`
  const lines = cells
    .filter(({ html }) => html !== '')
    .map(({ label, html }) => `<tr><th scope="row">${escapeHtml(label)}</th><td>${html}</td></tr>`)
  return `<div class="panel"><table class="record"><tbody>${lines.join('\n')}</tbody></table></div>\n`
}

export function renderPageEnd(tables: readonly PageTable[]): string {
  const emptyTitles = tables.filter(({ count }) => count === 0).map(({ title }) => escapeHtml(title))
  const emptyTablesHtml =
    emptyTitles.length > 0 ? `<p>Nothing is stored as: ${emptyTitles.join(', ')}.</p>\n` : ''
  return `${emptyTablesHtml}</main>\n</body>\n</html>\n`
}

const MONEY_COLUMNS = /amount|balance|^left_to_pay$|gateway_fee/
const WORD_COLUMNS: readonly string[] = [
  'state',
  'channel',
  'purpose',
  'kind',
  'outcome',
  'verdict',
  'answered_by',
  'reason',
]
const AREA_LABELS: Readonly<Record<string, string>> = {
  client: 'Resident',
  admin: 'PMO',
  'super-admin': 'PMO',
  system: 'Portal',
  gateway: 'Payment gateway',
}
const RANGE_PATTERN = /^[[(]"?([^",]+)"?,"?([^",]+)"?[\])]$/

function renderCell(table: string, column: string, value: unknown, timeZone: string): string {
  if (column.endsWith('status')) return escapeHtml(formatStatus(table, value))
  if (column.endsWith('_area')) return escapeHtml(AREA_LABELS[String(value)] ?? String(value))
  if (column === 'module' || (table === 'threads' && column === 'about'))
    return escapeHtml(MODULES.find(({ name }) => name === value)?.title ?? String(value))
  if (column === 'withholds_tax') return value === 1 ? 'Yes' : 'No'
  if (column === 'type')
    return table === 'payments' ? escapeHtml(getPaymentTypeInfo(Number(value)).label) : String(value)
  if (table === 'notifications' && column === 'kind')
    return escapeHtml(
      (NOTIFICATION_KIND_LABELS as Readonly<Record<string, string>>)[String(value)] ?? String(value),
    )
  if (typeof value === 'number' && MONEY_COLUMNS.test(column)) return escapeHtml(formatPesos(value))
  if (typeof value === 'string' && WORD_COLUMNS.includes(column) && /^\w+$/.test(value))
    return escapeHtml(formatFieldLabel(value))
  const range = column === 'during' && typeof value === 'string' ? RANGE_PATTERN.exec(value) : null
  if (range)
    return [range[1], range[2]]
      .map((timestamp = '') =>
        renderValue(new Date(timestamp.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')), timeZone),
      )
      .join(' – ')
  return renderValue(value, timeZone)
}

function formatStatus(table: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'number') return String(value)
  if (value === 0) return 'DELETED'
  if (table.startsWith('payment'))
    return PAYMENT_STATUSES.find(({ status }) => status === value)?.label ?? String(value)
  if (table.startsWith('ticket') && isStatus(value)) return getStatusInfo(value).label
  return value === 1 ? 'ACTIVE' : String(value)
}

/** Formats a time as a day if it is midnight, because such a value was entered as a day without a time. */
function formatMoment(value: Date, timeZone: string): string {
  return formatPickerTime(value, timeZone).endsWith(' 00:00:00')
    ? formatLongDay(formatDay(value, timeZone))
    : formatLongTime(value, timeZone)
}

const INSTANT_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

function renderValue(value: unknown, timeZone: string): string {
  if (value === null || value === undefined || value === '') return ''
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? '' : escapeHtml(formatMoment(value, timeZone))
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') {
    if (INSTANT_PATTERN.test(value)) return renderValue(new Date(value), timeZone)
    return isDay(value) ? formatLongDay(value) : escapeHtml(value.toWellFormed()).replaceAll('\n', '<br>')
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => renderValue(item, timeZone)).filter((html) => html !== '')
    return items.length < 2 ? items.join('') : `<ul>${items.map((html) => `<li>${html}</li>`).join('')}</ul>`
  }
  if (typeof value === 'object') return renderObject(value as Readonly<Record<string, unknown>>, timeZone)
  return escapeHtml(String(value))
}

function renderObject(value: Readonly<Record<string, unknown>>, timeZone: string): string {
  const { name, file } = value
  if (typeof file === 'string' && typeof name === 'string') {
    const href = file.split('/').map(encodeURIComponent).join('/')
    return `<a href="${escapeHtml(href)}">${escapeHtml(name.toWellFormed())}</a>`
  }
  const entriesHtml = Object.entries(value).flatMap(([key, item]) => {
    const html = renderValue(item, timeZone)
    return html === ''
      ? []
      : [
          `<dt>${escapeHtml(/[ _]|^[A-Z]/.test(key) ? key.replaceAll('_', ' ') : formatFieldLabel(key))}</dt><dd>${html}</dd>`,
        ]
  })
  return entriesHtml.length > 0 ? `<dl>${entriesHtml.join('')}</dl>` : ''
}
