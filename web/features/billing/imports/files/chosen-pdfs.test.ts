import { expect, test } from 'vitest'
import { matchPdfs, NO_PDFS, addFiles, findCorrectedPdfs } from './chosen-pdfs.ts'

const createPdf = (name: string, content = name, lastModified = 1): File =>
  new File([content], name, { lastModified })
const createUploadedPdf = (name: string, sha256?: string) => ({ name, sha256 })
const listNames = (files: readonly File[]): string[] => files.map(({ name }) => name)

test('a file replaces an earlier one of the same name in any case; files of other types are left out', () => {
  const chosenPdfs = addFiles(NO_PDFS, [
    createPdf('A-101.pdf'),
    createPdf('notes.txt'),
    createPdf('._A-101.pdf'),
  ])
  expect([chosenPdfs.pdfs.size, chosenPdfs.ignoredCount, chosenPdfs.replacedCount]).toEqual([1, 1, 0])
  const pdfsAfterSecondChoice = addFiles(chosenPdfs, [createPdf('a-101.PDF', 'corrected since')])
  expect([
    pdfsAfterSecondChoice.pdfs.size,
    pdfsAfterSecondChoice.ignoredCount,
    pdfsAfterSecondChoice.replacedCount,
  ]).toEqual([1, 1, 1])
  expect(listNames([...pdfsAfterSecondChoice.pdfs.values()])).toEqual(['a-101.PDF'])
  expect(addFiles(pdfsAfterSecondChoice, [createPdf('a-101.PDF', 'corrected since')]).replacedCount).toBe(
    pdfsAfterSecondChoice.replacedCount,
  )
})

test('rows and PDFs match by base name, regardless of case', () => {
  const { pdfs } = addFiles(NO_PDFS, [createPdf('A-101.PDF'), createPdf('A-103.pdf'), createPdf('old.pdf')])
  const matchResult = matchPdfs(
    pdfs,
    ['soa/pdf/a-101.pdf', 'a-102.pdf'],
    [createUploadedPdf('A-103.pdf')],
    NO_PDFS.pdfs,
  )
  expect(listNames(matchResult.send)).toEqual(['A-101.PDF'])
  expect(matchResult.missing).toEqual(['a-102.pdf'])
  expect(matchResult.extraNames).toEqual(['old.pdf'])
  expect(matchResult.uploadedCount).toBe(1)
})

test('a sent PDF is sent again only if it was corrected since', () => {
  const firstSelection = addFiles(NO_PDFS, [createPdf('A-101.pdf')])
  const uploadedPdfs = [createUploadedPdf('A-101.pdf')]
  expect(matchPdfs(firstSelection.pdfs, [], uploadedPdfs, firstSelection.pdfs)).toMatchObject({
    send: [],
    toCompare: [],
  })
  const correctedSelection = addFiles(firstSelection, [createPdf('A-101.pdf', 'longer than before')])
  expect(listNames(matchPdfs(correctedSelection.pdfs, [], uploadedPdfs, firstSelection.pdfs).send)).toEqual([
    'A-101.pdf',
  ])
})

test('after a reload, PDFs on the server are compared by content; only corrected and unreadable ones are sent', async () => {
  const movedPdf = createPdf('A-104.pdf')
  movedPdf.arrayBuffer = () => Promise.reject(new DOMException('', 'NotFoundError'))
  const { pdfs } = addFiles(NO_PDFS, [
    createPdf('A-101.pdf'),
    createPdf('A-102.pdf'),
    createPdf('A-103.pdf', 'fixed 03!'),
    movedPdf,
  ])
  const uploadedPdfs = [
    createUploadedPdf('A-101.pdf', 'ec8417f934f2de3c7ee3af089033ce66845b4e29973ca1259979ba226dbf9f0f'),
    createUploadedPdf('A-103.pdf', 'cbae44e96bc025747160e6ce0153379bd4ca91284bb812c217e80b817b700b68'),
    createUploadedPdf('A-104.pdf', '272de8f6d25e92e77d707868626622d85be9f24d8f9da35b84b0b64558e650e6'),
  ]
  const { send, toCompare, extraNames, uploadedCount } = matchPdfs(
    pdfs,
    ['A-102.pdf'],
    uploadedPdfs,
    NO_PDFS.pdfs,
  )
  expect([listNames(send), extraNames, uploadedCount]).toEqual([['A-102.pdf'], [], 3])
  expect(listNames(await findCorrectedPdfs(toCompare))).toEqual(['A-103.pdf', 'A-104.pdf'])
})

test('a name with dots, a colon or doubled spaces is found among the names on the server', () => {
  const names = ['Cruz Jr.pdf', 'Cruz Jr..pdf', 'B:101?.pdf', 'A \u00a0101\u200b.pdf']
  const { pdfs } = addFiles(
    NO_PDFS,
    names.map((name) => createPdf(name)),
  )
  expect(pdfs.size).toBe(4)
  expect(matchPdfs(pdfs, [...names.slice(0, 3), 'A 101.pdf'], [], NO_PDFS.pdfs)).toMatchObject({
    missing: [],
    extraNames: [],
  })
})
