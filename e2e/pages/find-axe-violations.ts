import type { Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/**
 * Selects all rows of a list except the first three. Checking their contrast takes most of the time and gives
 * the same result.
 */
const ROWS_AFTER_THIRD = 'main :is(article, li, tr):nth-child(n + 4)'

/**
 * Returns one line per violation: rule, element, reason. Checks the open dialog; without one, the page.
 * `rows: 'first'` checks only the first rows of lists. `rules: 'contrast'` checks only contrast, and skips
 * the header and menu unless a popover is open.
 */
export async function findAxeViolations(
  page: Page,
  rules: 'all' | 'contrast' = 'all',
  rows: 'all' | 'first' = 'all',
): Promise<string[]> {
  // Axe is injected only once per document, because its script is half a megabyte large.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([rules, rows, laterRows]) => {
      const isPart = rules !== 'all' && !document.querySelector(':popover-open')
      const pageElement = isPart ? document.querySelector('main#page') : undefined
      const include = document.querySelector('dialog[open]') ?? pageElement ?? document
      const exclude = rows === 'first' ? [...document.querySelectorAll(laterRows)] : []
      const { violations } = await window.axe.run(
        { include, exclude },
        {
          resultTypes: ['violations'],
          // Does not preload style sheets: parsing them took half of the time, and only an experimental rule
          // needs them.
          preload: { assets: ['media'] },
          ...(rules !== 'all' && { runOnly: { type: 'rule', values: ['color-contrast'] } }),
        },
      )
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
      )
    },
    [rules, rows, ROWS_AFTER_THIRD] as const,
  )
}
