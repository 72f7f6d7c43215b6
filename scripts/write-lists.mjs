// Writes the lists of modules, columns, pages, permissions and folders in docs/ (`npm run docs`). With
// `--check`, as in `npm run check`, it writes nothing but fails if a list is outdated.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AREAS, UPLOAD_FOLDERS } from '../contract/limits.ts'
import { PAGE_PERMISSIONS } from '../contract/permissions.ts'
import {
  describeErasure,
  formatBasis,
  formatPeople,
  formatReaders,
  formatRetention,
  listPersonalFields,
} from '../contract/privacy/describe-register.ts'
import { PERSONAL_TABLES, NON_PERSONAL_TABLES } from '../contract/privacy/register.ts'
import {
  formatDays,
  INITIAL_RETENTION_DAYS,
  RETENTION_PERIODS,
} from '../contract/privacy/retention-periods.ts'
import { RECORD_KINDS } from '../contract/records/index.ts'
import { MODULES } from '../contract/tickets/index.ts'
import { ROOT } from './prepare/places.mjs'

const LINE_WIDTH = 130
const LIST_PATTERN = /(<!-- list: (\w+), written by `npm run docs` -->\n)[^]*?(<!-- end of the list -->)/g

const formatCode = (text) => `\`${text}\``
const formatCodes = (texts) => texts.map(formatCode).join(', ')
const formatLabels = (columns) => columns.map(({ label }) => label).join(', ')
const modulesWithPage = MODULES.filter(({ route }) => route !== null)

const LISTS = {
  modules: MODULES.map(({ noun, path, prefix, permission, setting, toast }) => {
    const officeText = toast.admin === toast.resident ? '' : `, the office's '${toast.admin}'`
    const codesText = `${formatCodes([path.one, path.many])}, ${prefix}, ${formatCodes([permission, setting])}`
    return `${noun.one}: ${codesText}, '${toast.resident}'${officeText}`
  }),
  modulePaths: [formatCodes(MODULES.map(({ path }) => path.many))],
  residentColumns: modulesWithPage.map(
    ({ noun, residentColumns }) => `${noun.one}: ${formatLabels(residentColumns)}`,
  ),
  officeColumns: modulesWithPage.map(
    ({ noun, officeColumns }) => `${noun.one}: ${formatLabels(officeColumns)}`,
  ),
  csvFiles: MODULES.map(({ csv }) => `${formatCode(csv.file)}: ${csv.keys.join(', ')}`),
  residentPages: [
    `service tickets: ${formatCodes(modulesWithPage.map(({ route }) => route))}`,
    `records of the office: ${formatCodes(formatPaths(RECORD_KINDS.filter(({ residents }) => residents)))}`,
  ],
  officePages: [
    `service tickets: ${formatCodes(modulesWithPage.map(({ route }) => `/admin${route}`))}`,
    `records of the office: ${formatCodes(formatPaths(RECORD_KINDS).map((path) => `/admin${path}`))}`,
  ],
  permissions: [...Map.groupBy(Object.entries(PAGE_PERMISSIONS), ([, flags]) => flags.join(', '))].map(
    ([flags, pages]) => `${formatCodes(pages.map(([page]) => page))}: ${flags}`,
  ),
  folders: AREAS.map((area) => {
    const writableFolders = Object.entries(UPLOAD_FOLDERS).filter(([, { writers }]) => writers.includes(area))
    return `${area}: ${formatCodes(writableFolders.map(([folder]) => folder))}`
  }),
  periods: Object.values(RETENTION_PERIODS).map(
    ({ label, hint, days, min, max }) =>
      `${label}: ${formatDays(days)} (${formatDays(min)} to ${formatDays(max)}). ${hint}`,
  ),
  personalTables: Object.entries(PERSONAL_TABLES).map(([name, entry]) => {
    const categoryFacts = [formatPeople(entry), formatBasis(entry), formatReaders(entry.readers)]
    const retentionText = formatRetention(entry.retention, INITIAL_RETENTION_DAYS)
    return `**${entry.title}** (${formatCode(name)}): ${entry.data} ${categoryFacts.join('; ')}; ${retentionText}. ${describeErasure(entry)}`
  }),
  personalFields: [...Map.groupBy(listPersonalFields(), ({ form }) => form)].map(
    ([form, fields]) =>
      `${form}: ${fields.map(({ label, dataSubject, isPrivate }) => `${label} (${dataSubject}${isPrivate ? ', private' : ''})`).join(', ')}`,
  ),
  plainTables: [formatCodes(Object.keys(NON_PERSONAL_TABLES))],
}

function formatPaths(kinds) {
  return [...new Set(kinds.map(({ path }) => `/${path.many}`))]
}

function breakLine(line) {
  const lines = ['-']
  for (const word of line.split(' ')) {
    if (lines.at(-1).length + word.length >= LINE_WIDTH) lines.push(' ')
    lines[lines.length - 1] += ` ${word}`
  }
  return lines.join('\n')
}

/**
 * Replaces the text between list markers in a document by the current list. Throws if a marker names an
 * unknown list.
 */
export function writeLists(text) {
  return text.replaceAll(LIST_PATTERN, (_, start, name, end) => {
    if (!(name in LISTS)) throw new Error(`no such list: ${name}`)
    return `${start}\n${LISTS[name].map(breakLine).join('\n')}\n\n${end}`
  })
}

function main(isCheck) {
  for (const document of globSync('docs/**/*.md', { cwd: ROOT })) {
    const path = join(ROOT, document)
    const text = readFileSync(path, 'utf8')
    if (writeLists(text) === text) continue
    if (isCheck) {
      console.error(`${document} differs from the contract: npm run docs`)
      process.exitCode = 1
    } else writeFileSync(path, writeLists(text))
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.includes('--check'))
