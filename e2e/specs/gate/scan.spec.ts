import type { Locator } from '@playwright/test'
import { ADMIN, GATE_ACCOUNT, RESIDENT } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { createApprovedPass, typeAsScanner, findVerdict } from '../../pages/gate-page.ts'
import { TicketList } from '../../pages/ticket-list.ts'

test('a guard lets a visitor in by the code, undoes it, and scans in and out; the office sees it at once', async ({
  visit,
  api,
}) => {
  const { code, link } = await createApprovedPass(await api(RESIDENT), await api(ADMIN), 'Ofelia Cruz')
  const adminPage = await visit({ on: 'desk', as: ADMIN, to: '/admin/visitors' })
  const visitorItem = new TicketList(adminPage).findItem('Ofelia Cruz')
  await expect(visitorItem).toContainText('APPROVED')

  const page = await visit({ on: 'phone', as: GATE_ACCOUNT, to: '/admin/gate' })
  await page.getByText('Type code').click()
  for (const letter of code) await page.getByRole('button', { name: letter, exact: true }).click()
  const mayEnter = findVerdict(page, 'May enter')
  await expect(mayEnter).toContainText('Ofelia Cruz')
  // Guards must not see private fields of the visitor (rules 6.17).
  await expect(mayEnter).not.toContainText(/0917|Sampaguita|1990/)
  // Stops the browser's clock, because the message that a visitor has entered disappears after four seconds.
  await page.clock.install()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
  const runUntilVisible = (locator: Locator): Promise<void> =>
    expect(async () => {
      await page.clock.runFor(20)
      expect(await locator.isVisible()).toBe(true)
    }).toPass({ timeout: 30_000 })
  await mayEnter.getByRole('button', { name: 'In', exact: true }).click()
  const undoButton = findVerdict(page, 'In').getByRole('button', { name: 'Undo' })
  await runUntilVisible(undoButton)
  await expect(visitorItem).not.toContainText('APPROVED')
  await undoButton.click()
  await runUntilVisible(page.getByText('In of Ofelia Cruz was undone.'))
  await page.clock.resume()
  await expect(visitorItem).toContainText('APPROVED')

  await typeAsScanner(page, link)
  await mayEnter.getByRole('button', { name: 'In', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Undo: In Ofelia Cruz' })).toBeVisible()
  await page.clock.fastForward(4000)
  await expect(findVerdict(page, 'In')).toBeHidden()
  await typeAsScanner(page, link)
  await findVerdict(page, 'May leave').getByRole('button', { name: 'Out', exact: true }).click()
  await expect(findVerdict(page, 'Out')).toBeVisible()
  await expect(visitorItem).toContainText('COMPLETED')
})
