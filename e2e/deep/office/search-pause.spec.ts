import type { Locator, Page } from '@playwright/test'
import { ADMIN, SUPER_ADMIN } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { holdCalls } from '../../pages/hold-calls.ts'
import { TicketForm } from '../../pages/ticket-form.ts'
import { TicketList } from '../../pages/ticket-list.ts'

test.describe.configure({ mode: 'parallel' })

async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
}

const skipSearchDelay = (page: Page): Promise<void> => page.clock.runFor(2000)

const getParameters = (page: Page): Record<string, string> =>
  Object.fromEntries(new URL(page.url()).searchParams)

async function pressAndType(control: Locator, box: Locator, text: string): Promise<void> {
  await control.evaluate(
    (element: HTMLElement, [input, value]) => {
      element.click()
      const valueDescriptor = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
      valueDescriptor?.set?.call(input, value)
      input?.dispatchEvent(new Event('input', { bubbles: true }))
    },
    [await box.elementHandle(), text] as const,
  )
}

test('a search that waits keeps the tab and the filter that were chosen meanwhile', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets' })
  await new TicketList(page).waitForRows()
  const searchBox = page.getByRole('searchbox')
  const [approvedTab, rejectedTab] = ['Approved', 'Rejected'].map((name) => page.getByRole('tab', { name }))
  if (!approvedTab || !rejectedTab) throw new Error('no tabs')
  await stopClock(page)

  await searchBox.pressSequentially('GP')
  await approvedTab.click()
  await skipSearchDelay(page)
  await expect.poll(() => getParameters(page)).toEqual({ status: '2', search: 'GP' })
  await expect(approvedTab).toHaveAttribute('aria-selected', 'true')

  await pressAndType(rejectedTab, searchBox, 'GP-2')
  await skipSearchDelay(page)
  await expect.poll(() => getParameters(page)).toEqual({ status: '6', search: 'GP-2' })
  await expect(rejectedTab).toHaveAttribute('aria-selected', 'true')

  await searchBox.press('End')
  await searchBox.press('6')
  await page.getByRole('button', { name: 'Filter' }).click()
  const form = page.getByRole('dialog', { name: 'Filter' })
  await form.getByLabel('Type').selectOption('Pull Out')
  await form.getByRole('button', { name: 'Show' }).click()
  await skipSearchDelay(page)
  await expect.poll(() => getParameters(page)).toEqual({ status: '6', search: 'GP-26', type: '4' })
  await expect(searchBox).toHaveValue('GP-26')
  await expect(page.getByRole('button', { name: 'Type: Pull Out' })).toBeVisible()
})

test('a search that waits leaves an open form open, and is there when it closes', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/tenants' })
  await expect(page.locator('tbody .record-number').first()).toBeVisible()
  const searchBox = page.getByRole('searchbox')
  await stopClock(page)
  await searchBox.pressSequentially('A-1')
  await page.getByRole('button', { name: 'Add tenant' }).click()
  await skipSearchDelay(page)
  const form = page.getByRole('dialog', { name: 'Add tenant' })
  await expect(form).toBeVisible()
  await expect.poll(() => getParameters(page)).toEqual({ search: 'A-1', modal: 'true' })
  await page.goBack()
  await expect(form).toBeHidden()
  await expect(searchBox).toHaveValue('A-1')
  await expect.poll(() => getParameters(page)).toEqual({ search: 'A-1' })
  // If the user leaves the page before the search is sent, the search must not change the next page.
  await searchBox.pressSequentially('0')
  await page.getByRole('link', { name: 'Announcements' }).click()
  await skipSearchDelay(page)
  await expect(page.getByRole('heading', { name: 'Announcements' })).toBeVisible()
  await expect.poll(() => getParameters(page)).toEqual({})
})

test('the audit log keeps a filter that was chosen while its search waits', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: SUPER_ADMIN, to: '/super-admin/audit-log' })
  const searchBox = page.getByRole('searchbox')
  await expect(searchBox).toBeVisible()
  await stopClock(page)
  await searchBox.pressSequentially('liza')
  await page.getByLabel('Action').selectOption({ label: 'Changed' })
  await skipSearchDelay(page)
  await expect.poll(() => getParameters(page)).toEqual({ searchTerm: 'liza', action: 'change' })
})

test('Enter in the tenant picker takes no tenant once more was typed', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/service-requests' })
  await page.getByRole('button', { name: 'Add job order' }).click()
  const tenantPicker = new TicketForm(page, 'Add job order').dialog.getByRole('combobox', { name: 'Tenant' })
  const releaseCalls = await holdCalls(page, /searchTerm=c-101(&|$)/)
  await tenantPicker.pressSequentially('c-101')
  const searchRequest = page.waitForRequest(/searchTerm=c-101(&|$)/)
  await tenantPicker.press('Enter')
  await searchRequest
  await tenantPicker.press('9')
  const [searchResponse] = await Promise.all([page.waitForResponse(/searchTerm=c-1019/), releaseCalls()])
  await searchResponse.finished()
  await expect(page.getByText('Nobody found')).toBeVisible()
  await expect(tenantPicker).toHaveValue('c-1019')
})
