import { expect, test } from 'vitest'
import { drawPdf, write } from './document.ts'

test('a text without x and y keeps to its width and height', async () => {
  await drawPdf(
    { title: 'Slip', author: 'PMO', at: new Date(0), margins: { top: 56, left: 56, right: 56, bottom: 56 } },
    (page) => {
      const { y } = page
      write(page, ['Regular', 10, 'ink'], 'a long address '.repeat(40), {
        width: 100,
        height: 30,
        ellipsis: true,
      })
      expect(page.y - y).toBeLessThan(40)
    },
  )
})
