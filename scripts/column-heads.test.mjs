import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { BALANCE_LABELS } from '@tahanan/contract/billing/balance.ts'
import { PAYMENT_TYPES } from '@tahanan/contract/billing/payment.ts'
import { RECORD_KINDS } from '@tahanan/contract/records/index.ts'
import {
  AGEING_COLUMNS,
  COLLECTION_COLUMNS,
  STATEMENT_CHECK_COLUMNS,
} from '@tahanan/contract/reports/reports.ts'
import { CLIENT_COLUMNS } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

const WEB_FOLDER = `${import.meta.dirname}/../web`

const isNode = (value) => typeof value === 'object' && value !== null && typeof value.type === 'string'

function listNodes(node) {
  const childValues = Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]))
  return [node, ...childValues.filter(isNode).flatMap(listNodes)]
}

const getProperties = (node) =>
  new Map(
    node.properties.flatMap(({ key, value }) => (isNode(key) && isNode(value) ? [[key.name, value]] : [])),
  )

const COLUMN_PROPERTIES = ['renderCell', 'toText', 'kind']

/**
 * Returns the labels of table columns in a syntax tree. The list contains undefined for a label that is not a
 * literal.
 */
function listLabels(nodes) {
  return nodes
    .filter(({ type }) => type === 'ObjectExpression')
    .map(getProperties)
    .filter((properties) => properties.has('label') && COLUMN_PROPERTIES.some((mark) => properties.has(mark)))
    .map((properties) => properties.get('label')?.value)
}

const listTexts = (node) =>
  listNodes(node).flatMap(({ type, value }) =>
    type === 'Literal' && typeof value === 'string' ? [value] : [],
  )

function listChartHeads(nodes) {
  return nodes
    .filter(({ type }) => type === 'ObjectExpression')
    .map((object) => getProperties(object).get('columns'))
    .flatMap((columns) => (columns?.type === 'ArrayExpression' ? listTexts(columns) : []))
}

const findAttribute = (openingElement, attributeName) =>
  openingElement.attributes.find(({ name }) => isNode(name) && name.name === attributeName)

function listHeads(nodes) {
  return nodes
    .filter(({ type }) => type === 'JSXElement')
    .flatMap((element) => {
      const opening = element.openingElement
      const tag = isNode(opening.name) ? opening.name.name : undefined
      if (tag === 'TableHead') return listTexts(findAttribute(opening, 'columns') ?? opening)
      const scope = findAttribute(opening, 'scope')?.value
      if (tag !== 'th' || !isNode(scope) || scope.value !== 'col') return []
      return element.children
        .filter(({ type, value }) => type === 'JSXText' && String(value).trim() !== '')
        .map(({ value }) => String(value).trim())
    })
}

const FILES = globSync('**/*.{ts,tsx}', { cwd: WEB_FOLDER })
  .filter((file) => !file.includes('.test.') && !file.includes('node_modules'))
  .map((file) => {
    const source = readFileSync(`${WEB_FOLDER}/${file}`, 'utf8')
    const isTable = /\bshow\b|\bkind\b|\bcolumns\b|<th\b/.test(source)
    return { file, nodes: isTable ? listNodes(parseSync(file, source).program) : [] }
  })

const isTitleCase = (label) => label.split(/[ –-]/).every((word) => /^[A-Z\d#]/.test(word))

test('the headings of columns are in Title Case (rules 13.51)', () => {
  const labels = FILES.flatMap(({ nodes }) => [
    ...listLabels(nodes),
    ...listHeads(nodes),
    ...listChartHeads(nodes),
  ])
  const labelTexts = labels.filter((label) => typeof label === 'string')
  expect(labelTexts.length).toBeGreaterThan(150)
  expect(labelTexts.filter((label) => !isTitleCase(label))).toEqual([])
})

const CONTRACT_LABELS_BY_FILE = {
  'features/billing/admin/reports/collections-page.tsx': [
    ...PAYMENT_TYPES.map(({ label }) => label),
    ...COLLECTION_COLUMNS.map(({ label }) => label),
  ],
  'features/billing/admin/reports/tenant-report.tsx': [...AGEING_COLUMNS, ...STATEMENT_CHECK_COLUMNS].map(
    ({ label }) => label,
  ),
  'features/billing/admin/reminders/new-reminders.tsx': Object.values(BALANCE_LABELS),
  'features/billing/admin/statements/billings-page.tsx': Object.values(BALANCE_LABELS),
  'features/tenants/tenant-kind.tsx': Object.values(BALANCE_LABELS),
  'features/records/admin/office-records-page.tsx': RECORD_KINDS.flatMap(({ office }) =>
    Object.values(office?.columns ?? {}),
  ),
  'features/tickets/ticket-sorts.ts': Object.values(CLIENT_COLUMNS),
  'features/tickets/ticket-columns.tsx': MODULES.flatMap(({ officeColumns, residentColumns }) =>
    [...officeColumns, ...residentColumns].map(({ label }) => label),
  ),
}

test('so are those that the contract declares', () => {
  const filesWithComputedLabels = FILES.filter(({ nodes }) =>
    listLabels(nodes).some((label) => typeof label !== 'string'),
  )
  expect(
    filesWithComputedLabels.map(({ file }) => file).filter((file) => !(file in CONTRACT_LABELS_BY_FILE)),
  ).toEqual([])
  expect(
    [...new Set(Object.values(CONTRACT_LABELS_BY_FILE).flat())].filter((label) => !isTitleCase(label)),
  ).toEqual([])
})
