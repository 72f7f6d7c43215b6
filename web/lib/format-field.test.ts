import { beforeEach, expect, test } from 'vitest'
import {
  choice,
  date,
  dateTime,
  files,
  list,
  switchField,
  richText,
  text,
  wholeNumber,
  type Field,
} from '@tahanan/contract/forms/fields.ts'
import { formatField } from './format-field.ts'
import { setCommunityTimeZone } from './time.ts'

beforeEach(() => setCommunityTimeZone('Asia/Manila'))

const options = [
  { value: 1, label: 'Plumbing' },
  { value: 2, label: 'Carpentry' },
]
const listField = list(
  {
    item: text({ label: 'Item' }),
    count: wholeNumber({ label: 'Count', notNumberMessage: 'No number', notWholeMessage: 'Not whole' }),
  },
  { label: 'Items', addLabel: 'Add item' },
)
const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }] }

test.each<[string, Field, unknown, string]>([
  ['a text', text({ label: 'Title' }), 'Leak', 'Leak'],
  ['a choice', choice(options, { label: 'Type' }), 2, 'Carpentry'],
  ['a choice that no longer exists', choice(options, { label: 'Type' }), 3, ''],
  ['a time', dateTime({ label: 'Start' }), '2026-03-14T01:00:00Z', '14 Mar 2026, 9:00 AM'],
  ['a day', dateTime({ label: 'Start', precision: 'day' }), '2026-03-13T23:00:00Z', '14 Mar 2026'],
  ['a date', date({ label: 'Date' }), '2026-03-14', '14 Mar 2026'],
  [
    'files',
    files({ label: 'Files', folder: 'attachments', accept: 'image', max: 3, namePrefix: 'a' }),
    [{ name: 'a.png' }, { name: 'b.png' }],
    'a.png, b.png',
  ],
  [
    'a list',
    listField,
    [{ item: 'Chairs', count: 12 }, { item: '', count: '' }, { item: 'Tables' }],
    'Chairs (12)\nTables',
  ],
  ['a switch that is on', switchField({ label: 'Open', initial: 0 }), 1, 'On'],
  ['a switch that is off', switchField({ label: 'Open', initial: 0 }), 0, 'Off'],
  ['a rich text', richText({ label: 'Content' }), document, 'Hello'],
  ['a rich text that is none', richText({ label: 'Content' }), 'Hello', ''],
])('%s is formatted', (_name, field, value, expectedText) => {
  expect(formatField(field, value)).toBe(expectedText)
  for (const emptyValue of [null, undefined, '']) expect(formatField(field, emptyValue)).toBe('')
})

test('rows of a list can be in one line', () =>
  expect(formatField(listField, [{ item: 'Chairs' }, { item: 'Tables' }], '; ')).toBe('Chairs; Tables'))
