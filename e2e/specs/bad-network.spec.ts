import { createResidentAccount } from '../fixtures/accounts.ts'
import { expect, test } from '../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../pages/dialogs.ts'
import { LoginPage } from '../pages/login-page.ts'
import { TicketForm } from '../pages/ticket-form.ts'

const USER = createResidentAccount('A-401')
const CALL_PATTERN = '**/api/commendation'

test('a form outlives a failing server, a dropped call and a login in between', async ({
  visit,
  allowError,
}) => {
  allowError(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|WebSocket|ERR_FAILED|status of 500/)
  const page = await visit({ on: 'phone', as: USER, to: '/commendations?modal=true' })
  const form = new TicketForm(page, 'Add commendation')
  const title = form.dialog.getByRole('textbox', { name: 'Title' })
  await form.fillText('Title', 'Kind to my mother')
  await form.chooseOption('Commendation')
  await form.fillText('Comment', 'He carried her up the stairs.')
  const message = 'Something went wrong on our side.'
  await page.route(
    CALL_PATTERN,
    (route) => route.fulfill({ status: 500, json: { code: 'internal', message } }),
    {
      times: 1,
    },
  )
  await form.submit()
  await expect(findAlertDialog(page, 'Oops! Something went wrong.')).toContainText(message)
  await answerAlertDialog(page, 'Oops! Something went wrong.', 'OK')
  await expect(title).toHaveValue('Kind to my mother')

  await page.route(CALL_PATTERN, (route) => route.abort('connectionreset'))
  await form.submit()
  await answerAlertDialog(page, 'The connection was lost', 'Not now')
  await expect(title).toHaveValue('Kind to my mother')
  await form.submit()
  await answerAlertDialog(page, 'The connection was lost', 'Try again')
  await answerAlertDialog(page, 'You will be redirected to login page.', 'OK')
  await page.unroute(CALL_PATTERN)

  const loginPage = new LoginPage(page)
  await expect(page.getByRole('status').filter({ hasText: 'What you typed is kept.' })).toBeVisible()
  await loginPage.terms.check()
  await loginPage.logIn(USER)
  await expect(form.dialog.getByText('What you typed is kept.')).toBeVisible()
  await expect(title).toHaveValue('Kind to my mother')
  await page.route(CALL_PATTERN, (route) => route.abort('connectionreset'), { times: 1 })
  await form.submit()
  await answerAlertDialog(page, 'The connection was lost', 'Try again')
  await expect(findToast(page, 'Commendation added successfully.')).toBeVisible()
})
