import Pdf from 'pdfkit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { drawPdf, writeText } from './document.ts'
import { renderTablesPdf } from './table.ts'

test('a text without x and y keeps to its width and height', async () => {
  await drawPdf(
    {
      title: 'Slip',
      author: 'PMO',
      createdAt: new Date(0),
      margins: { top: 56, left: 56, right: 56, bottom: 56 },
    },
    (page) => {
      const { y } = page
      writeText(page, ['Regular', 10, 'ink'], 'a long address '.repeat(40), {
        width: 100,
        height: 30,
        ellipsis: true,
      })
      expect(page.y - y).toBeLessThan(40)
    },
  )
})

async function drawTexts(...tables: Parameters<typeof renderTablesPdf>[1][number][]) {
  const text = vi.spyOn(Pdf.prototype, 'text')
  onTestFinished(() => text.mockRestore())
  await renderTablesPdf({ title: 'Report', author: 'PMO', lines: [], createdAt: new Date(0) }, tables)
  return text.mock.calls.map(([drawnText, , y]) => [String(drawnText), y as unknown as number] as const)
}

test('tables stand below each other, and repeat their labels on the next page', async () => {
  const columns = [{ label: 'Label', share: 1 }]
  const rows = Array.from({ length: 40 }, (_, n) => [`row ${n}`])
  const texts = await drawTexts(
    { columns, rows: [['first'], ['second']] },
    { heading: 'Next', columns, rows },
  )
  const getY = (searchedText: string) =>
    texts.find(([drawnText]) => drawnText === searchedText)?.[1] ?? Number.NaN
  expect(getY('second') - getY('first')).toBe(17)
  expect(getY('Next')).toBeGreaterThan(getY('second') + 17)
  expect(getY('row 0')).toBeGreaterThan(getY('Next') + 17)
  expect(texts.filter(([drawnText]) => drawnText === 'Label')).toHaveLength(3)
  expect(texts.filter(([drawnText]) => drawnText.startsWith('Page')).map(([drawnText]) => drawnText)).toEqual(
    ['Page 1 of 2', 'Page 2 of 2'],
  )
})

test('cells of a table that wraps are drawn whole, and later rows move down', async () => {
  const columns = [
    { label: 'Data', share: 1 },
    { label: 'Purpose', share: 1 },
  ]
  const longText = 'To bill the unit and to serve its residents. '.repeat(12)
  const rows = [
    ['short', longText],
    ['next', 'word'],
  ]
  const texts = await drawTexts({ columns, rows, wraps: true })
  const getY = (searchedText: string) =>
    texts.find(([drawnText]) => drawnText === searchedText)?.[1] ?? Number.NaN
  expect(getY('next') - getY('short')).toBeGreaterThan(60)
})
