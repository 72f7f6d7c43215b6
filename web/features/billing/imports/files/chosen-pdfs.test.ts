import { expect, test } from 'vitest'
import { match, NO_PDFS, withFiles } from './chosen-pdfs.ts'

const pdf = (name: string, content = name, lastModified = 1): File =>
  new File([content], name, { lastModified })
const namesOf = (files: readonly File[]): string[] => files.map(({ name }) => name)

test('the same name again takes the place of the one before, whatever its case; other files are left out', () => {
  const first = withFiles(NO_PDFS, [pdf('A-101.pdf'), pdf('notes.txt'), pdf('._A-101.pdf')])
  expect([first.pdfs.size, first.others, first.replaced]).toEqual([1, 1, 0])
  const again = withFiles(first, [pdf('a-101.PDF', 'corrected since')])
  expect([again.pdfs.size, again.others, again.replaced]).toEqual([1, 1, 1])
  expect(namesOf([...again.pdfs.values()])).toEqual(['a-101.PDF'])
  // chosen a second time it is still the same file
  expect(withFiles(again, [pdf('a-101.PDF', 'corrected since')]).replaced).toBe(again.replaced)
})

test('rows and PDFs find each other by the last part of the name, without regard to case', () => {
  const { pdfs } = withFiles(NO_PDFS, [pdf('A-101.PDF'), pdf('A-103.pdf'), pdf('old.pdf')])
  const found = match(pdfs, ['soa/pdf/a-101.pdf', 'a-102.pdf'], ['A-103.pdf'], NO_PDFS.pdfs)
  expect(namesOf(found.send)).toEqual(['A-101.PDF'])
  expect(found.missing).toEqual(['a-102.pdf'])
  expect(found.extra).toEqual(['old.pdf'])
  expect(found.there).toBe(1)
})

test('a PDF that was sent is sent again only when it was corrected since', () => {
  const sent = withFiles(NO_PDFS, [pdf('A-101.pdf')])
  expect(match(sent.pdfs, [], ['A-101.pdf'], sent.pdfs).send).toEqual([])
  const corrected = withFiles(sent, [pdf('A-101.pdf', 'longer than before')])
  expect(namesOf(match(corrected.pdfs, [], ['A-101.pdf'], sent.pdfs).send)).toEqual(['A-101.pdf'])
})

test('after a reload nobody knows what was sent, and what the server has counts', () => {
  const { pdfs } = withFiles(NO_PDFS, [pdf('A-101.pdf'), pdf('A-102.pdf')])
  expect(namesOf(match(pdfs, ['A-102.pdf'], ['A-101.pdf'], NO_PDFS.pdfs).send)).toEqual(['A-102.pdf'])
})
