import type { Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    /** There once its source ran in the page. */
    axe: typeof axe
  }
}

/**
 * Returns axe's findings, in a line each: the rule, where, and why. All rules, or only those named. Under a dialog the page
 * is inert, and a stop of its own.
 */
export async function findings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // half a megabyte of script: once a document is enough
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (only) => {
    const { violations } = await window.axe.run(document.querySelector('dialog[open]') ?? document, {
      resultTypes: ['violations'],
      ...(only && { runOnly: { type: 'rule', values: [...only] } }),
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    )
  }, rules)
}
