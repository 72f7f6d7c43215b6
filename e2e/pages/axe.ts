import type { Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    /** There once its source ran in the page. */
    axe: typeof axe
  }
}

/**
 * Returns axe's findings, in a line each: the rule, where, and why. All rules in the whole page, or only the contrast of
 * what a page puts into its shell, and of what of the shell is open. Under a dialog the page is inert, and a stop of its own.
 */
export async function findings(page: Page, what: 'all' | 'contrast' = 'all'): Promise<string[]> {
  // half a megabyte of script: once a document is enough
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
