import type { Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    /** Defined once axe's source has run in the page. */
    axe: typeof axe
  }
}

/**
 * Rows of lists after the first ones. Their contrast takes most of the time to check, and is the same as in
 * the first rows.
 */
const LATER_ROWS = 'main :is(article, li, tr):nth-child(n + 4)'

/**
 * Returns axe's violations, one per line: rule, element, reason. Checks an open dialog, otherwise the page,
 * with all rows of lists or only the first ones. Checks all rules, or only the contrast; the contrast rule
 * leaves out the shell unless a part of the shell is open.
 */
export async function findAxeViolations(
  page: Page,
  rules: 'all' | 'contrast' = 'all',
  rows: 'all' | 'first' = 'all',
): Promise<string[]> {
  // Added once per document, because the script has half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([rules, rows, laterRows]) => {
      const isPart = rules !== 'all' && !document.querySelector(':popover-open')
      const part = isPart ? document.querySelector('main#page') : undefined
      const include = document.querySelector('dialog[open]') ?? part ?? document
      const exclude = rows === 'first' ? [...document.querySelectorAll(laterRows)] : []
      const { violations } = await window.axe.run(
        { include, exclude },
        {
          resultTypes: ['violations'],
          // Parsing the style sheets took half of the time, and only an experimental rule needs them.
          preload: { assets: ['media'] },
          ...(rules !== 'all' && { runOnly: { type: 'rule', values: ['color-contrast'] } }),
        },
      )
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
      )
    },
    [rules, rows, LATER_ROWS] as const,
  )
}
