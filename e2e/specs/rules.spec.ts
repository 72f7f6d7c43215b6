import { DEBTOR, createResidentAccount } from '../fixtures/accounts.ts'
import { getDayFromNow } from '../fixtures/days.ts'
import { expect, test } from '../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../pages/dialogs.ts'
import { moveTo } from '../pages/move-to.ts'
import { TicketForm } from '../pages/ticket-form.ts'
import { TicketList } from '../pages/ticket-list.ts'

test.describe.configure({ mode: 'parallel' })

const BLOCKED_MESSAGE =
  'Please settle your outstanding account at Property Management Office to access this module.'

test('a resident with too high a balance sees why a service is closed, and its call is refused', async ({
  visit,
  api,
}) => {
  const page = await visit({ on: 'desk', as: DEBTOR, to: '/permits?modal=true' })
  await expect(page.getByText(BLOCKED_MESSAGE)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Add/ })).toHaveCount(0)
  const menu = page.getByRole('navigation', { name: 'Pages' })
  await expect(menu.getByRole('link', { name: 'Gate Pass' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Work Permits' })).toBeHidden()
  const waitingNote = page.getByText('3 services wait for your balance.')
  await expect(waitingNote).toHaveCount(1)
  for (const pagePath of ['/services', '/']) {
    await moveTo(page, pagePath)
    await expect(waitingNote).toHaveCount(2)
  }
  await expect(page.getByRole('region', { name: 'PMO Services' })).toContainText('3 services wait')
  await waitingNote.last().getByRole('link', { name: 'Pay now' }).click()
  await expect(page).toHaveURL(/\/billings\/payments$/)

  const { status, body } = await (await api(DEBTOR)).call<{ message: string }>('POST', '/permit', {})
  expect(status).toBe(403)
  expect(body.message).toBe(BLOCKED_MESSAGE)
})

test('a gate pass is filed with the keyboard alone', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: createResidentAccount('A-103') })
  await expect(page.getByRole('heading', { name: /Magandang/ })).toBeVisible()
  const keys = page.keyboard
  const focusByTab = async (role: 'link' | 'button' | 'textbox', name: string): Promise<void> => {
    const focusedControl = page.getByRole(role, { name, exact: true }).and(page.locator(':focus'))
    for (let step = 0; step < 60; step++) {
      if ((await focusedControl.count()) > 0) return
      await keys.press('Tab')
    }
    throw new Error(`${name} cannot be reached by the Tab key`)
  }
  await keys.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused()
  await focusByTab('link', 'Gate Pass')
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: 'Gate Pass', level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await focusByTab('button', 'Add gate pass')
  await keys.press('Enter')
  const form = new TicketForm(page, 'Add gate pass')
  await expect(form.dialog).toBeVisible()
  await focusByTab('textbox', 'Bearer Name')
  await keys.type('Keyboard Bearer')
  await keys.press('Tab')
  await keys.press('ArrowRight')
  await expect(form.dialog.getByRole('radio', { name: 'Move In' })).toBeChecked()
  await expect(form.dialog.getByRole('textbox', { name: 'Date of Use' })).toBeEnabled()
  await focusByTab('textbox', 'Date of Use')
  await keys.type(`${getDayFromNow(2)} 09:00:00`)
  await keys.press('Enter')
  await focusByTab('textbox', 'Name of item 1')
  await keys.type('Bicycle')
  await keys.press('Tab')
  await keys.type('1')
  await focusByTab('button', 'Submit gate pass')
  await keys.press('Enter')
  await expect(findToast(page, 'Gate Pass added successfully.')).toBeVisible()
  await expect(new TicketList(page).findItem('Keyboard Bearer')).toContainText('9:00 AM')
  await expect(page.getByRole('button', { name: 'Add gate pass' })).toBeFocused()
})

test('a form with input asks before it closes, and its draft is kept until it is discarded', async ({
  visit,
}) => {
  const page = await visit({ on: 'phone', as: createResidentAccount('A-103'), to: '/commendations' })
  const addButton = page.getByRole('button', { name: 'Add commendation' })
  await addButton.click()
  const form = new TicketForm(page, 'Add commendation')
  const title = form.dialog.getByRole('textbox', { name: 'Title' })
  await form.fillText('Title', 'Half a thought')
  await page.keyboard.press('Escape')
  await expect(findAlertDialog(page, 'Close without saving?')).toContainText(
    'Not saved yet; your draft is kept.',
  )
  await answerAlertDialog(page, 'Close without saving?', 'Keep editing')
  await expect(title).toHaveValue('Half a thought')

  await page.reload()
  await expect(form.dialog.getByText('What you typed is kept.')).toBeVisible()
  await expect(title).toHaveValue('Half a thought')
  await page.evaluate(() => history.back())
  await answerAlertDialog(page, 'Close without saving?', 'Close')
  await expect(form.dialog).toBeHidden()
  await expect(page).toHaveURL(/\/commendations$/)

  await addButton.click()
  await expect(title).toHaveValue('Half a thought')
  await form.dialog.getByRole('button', { name: 'Start over' }).click()
  await expect(title).toHaveValue('')
  await form.dialog.getByRole('button', { name: 'Close' }).click()
  await expect(form.dialog).toBeHidden()
})
