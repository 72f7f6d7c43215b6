import { expect, test } from 'vitest'
import { writeLists } from './write-lists.mjs'

const createDocument = (name, list) =>
  `Before.\n\n<!-- list: ${name}, written by \`npm run docs\` -->\n${list}<!-- end of the list -->\n\nAfter.\n`

test('a marked list is replaced, and the text around it stays', () => {
  const documentWithLists = writeLists(createDocument('modulePaths', '\n- an old list\n\n'))
  expect(documentWithLists).toMatch(
    /^Before\.\n\n<!-- list: modulePaths,.* -->\n\n- `\w+`, [^]*\n\n<!-- end of the list -->\n\nAfter\.\n$/,
  )
  expect(documentWithLists).not.toContain('an old list')
  expect(writeLists(documentWithLists)).toBe(documentWithLists)
})

test('the name of an unknown list is an error', () => {
  expect(() => writeLists(createDocument('moduls', ''))).toThrow('no such list: moduls')
})

test('no line of a list is wider than a document', () => {
  const lines = writeLists(createDocument('csvFiles', '')).split('\n')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(130)
})
