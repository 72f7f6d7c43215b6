import type { Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    /** Defined once axe's source has run in the page. */
    axe: typeof axe
  }
}

/**
 * Returns axe's violations, one per line: rule, element, reason. Checks an open dialog or else the page: by all rules,
 * or only the contrast, then without the shell unless something of it is open.
 */
export async function axeViolations(page: Page, what: 'all' | 'contrast' = 'all'): Promise<string[]> {
  // Half a megabyte of script, so only once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (what) => {
    const isPart = what === 'contrast' && !document.querySelector(':popover-open')
    const part = isPart ? document.querySelector('main#page') : undefined
    const { violations } = await window.axe.run(document.querySelector('dialog[open]') ?? part ?? document, {
      resultTypes: ['violations'],
      ...(what === 'contrast' && { runOnly: { type: 'rule', values: ['color-contrast'] } }),
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    )
  }, what)
}
