import { expect, test } from 'vitest'
import { matchPdfs, NO_PDFS, addFiles } from './chosen-pdfs.ts'

const pdf = (name: string, content = name, lastModified = 1): File =>
  new File([content], name, { lastModified })
const namesOf = (files: readonly File[]): string[] => files.map(({ name }) => name)

test('a file replaces an earlier one of the same name in any case; files of other types are left out', () => {
  const first = addFiles(NO_PDFS, [pdf('A-101.pdf'), pdf('notes.txt'), pdf('._A-101.pdf')])
  expect([first.pdfs.size, first.others, first.replaced]).toEqual([1, 1, 0])
  const again = addFiles(first, [pdf('a-101.PDF', 'corrected since')])
  expect([again.pdfs.size, again.others, again.replaced]).toEqual([1, 1, 1])
  expect(namesOf([...again.pdfs.values()])).toEqual(['a-101.PDF'])
  // Choosing the same file twice counts as one replacement.
  expect(addFiles(again, [pdf('a-101.PDF', 'corrected since')]).replaced).toBe(again.replaced)
})

test('rows and PDFs match by base name, regardless of case', () => {
  const { pdfs } = addFiles(NO_PDFS, [pdf('A-101.PDF'), pdf('A-103.pdf'), pdf('old.pdf')])
  const found = matchPdfs(pdfs, ['soa/pdf/a-101.pdf', 'a-102.pdf'], ['A-103.pdf'], NO_PDFS.pdfs)
  expect(namesOf(found.send)).toEqual(['A-101.PDF'])
  expect(found.missing).toEqual(['a-102.pdf'])
  expect(found.extra).toEqual(['old.pdf'])
  expect(found.there).toBe(1)
})

test('a sent PDF is sent again only if it was corrected since', () => {
  const sent = addFiles(NO_PDFS, [pdf('A-101.pdf')])
  expect(matchPdfs(sent.pdfs, [], ['A-101.pdf'], sent.pdfs).send).toEqual([])
  const corrected = addFiles(sent, [pdf('A-101.pdf', 'longer than before')])
  expect(namesOf(matchPdfs(corrected.pdfs, [], ['A-101.pdf'], sent.pdfs).send)).toEqual(['A-101.pdf'])
})

test('after a reload, PDFs on the server count as sent', () => {
  const { pdfs } = addFiles(NO_PDFS, [pdf('A-101.pdf'), pdf('A-102.pdf')])
  expect(namesOf(matchPdfs(pdfs, ['A-102.pdf'], ['A-101.pdf'], NO_PDFS.pdfs).send)).toEqual(['A-102.pdf'])
})
