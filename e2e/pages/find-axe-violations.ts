import type { Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    /** Defined once axe's source has run in the page. */
    axe: typeof axe
  }
}

/**
 * Rows of lists after the first: checking their contrast takes most of the time, and it equals that of the
 * first row.
 */
const LATER_ROWS = 'main :is(article, li, tr):nth-child(n + 4)'

/**
 * Returns axe's violations, one per line: rule, element, reason. Checks an open dialog or else the page, with
 * all rows of lists or only the first; all rules, or only the contrast, which excludes the shell unless a
 * part of it is open.
 */
export async function findAxeViolations(
  page: Page,
  rules: 'all' | 'contrast' = 'all',
  rows: 'all' | 'first' = 'all',
): Promise<string[]> {
  // Half a megabyte of script, so only once per document.
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
