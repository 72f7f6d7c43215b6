import type { Page } from '@playwright/test'

/**
 * Finds tables wider than their container, sideways scrolling of the page, and overlapping column headings.
 */
export function findCutTables(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tableHeads = [...document.querySelectorAll('thead th, thead th :not(.visually-hidden)')]
      .flatMap(({ childNodes }) => [...childNodes])
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => {
        const textRange = document.createRange()
        textRange.selectNodeContents(node)
        return { words: node.textContent, rect: textRange.getBoundingClientRect() }
      })
    const overlappingHeadings = tableHeads.flatMap((heading, headingIndex) =>
      tableHeads
        .slice(headingIndex + 1)
        .filter(
          ({ rect }) =>
            Math.min(heading.rect.right, rect.right) - Math.max(heading.rect.left, rect.left) > 1 &&
            Math.min(heading.rect.bottom, rect.bottom) - Math.max(heading.rect.top, rect.top) > 1,
        )
        .map((otherHeading) => `'${heading.words}' lies over '${otherHeading.words}'`),
    )
    const scrollableElements = [document.documentElement, ...document.querySelectorAll('.scroll, .panel')]
    const tooWideElements = scrollableElements.flatMap(({ className, tagName, scrollWidth, clientWidth }) =>
      scrollWidth > clientWidth + 1 ? [`${className || tagName}: ${scrollWidth} of ${clientWidth} px`] : [],
    )
    return [...tooWideElements, ...overlappingHeadings]
  })
}
