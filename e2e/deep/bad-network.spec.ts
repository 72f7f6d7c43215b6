import { ADMIN, createResidentAccount } from '../fixtures/accounts.ts'
import { createJpeg } from '../fixtures/files.ts'
import { expect, test } from '../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../pages/dialogs.ts'
import { LoginPage } from '../pages/login-page.ts'
import { RecordModal } from '../pages/record-modal.ts'
import { TicketForm } from '../pages/ticket-form.ts'
import { TicketList } from '../pages/ticket-list.ts'

const USER = createResidentAccount('A-401')

test('an edit of the office survives the end of the session, with status and remarks', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(/status of 401/)
  const gatePass = await (await api(USER)).file('gatePass')
  const page = await visit({
    on: 'desk',
    as: ADMIN,
    to: `/admin/tickets?modal=true&serviceId=${gatePass.id}`,
  })
  const recordModal = new RecordModal(page, gatePass.ticketNumber)
  await recordModal.setStatus('ONGOING')
  await recordModal.fillRemarks('Two trips with the trolley')
  await page.route('**/api/ticket/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 401, json: { code: 'noSession', message: 'Please log in.' } })
      : route.fallback(),
  )
  await recordModal.submit()
  await expect(
    page.getByText('Your session has ended. Please log in again. What you typed is kept.'),
  ).toBeVisible()
  await page.unroute('**/api/ticket/*')
  await new LoginPage(page).logIn(ADMIN)
  await expect(recordModal.dialog.getByText('What you typed is kept.')).toBeVisible()
  await expect(recordModal.dialog.getByRole('textbox', { name: 'Remarks' })).toHaveValue(
    'Two trips with the trolley',
  )
  await recordModal.submit()
  await expect(findToast(page, 'Gate Pass edited successfully.')).toBeVisible()
  const { body } = await (await api(ADMIN)).call<object>('GET', `/ticket/${gatePass.id}`)
  expect(body).toMatchObject({ status: 3, remarks: 'Two trips with the trolley' })
})

test('events between a page’s load and its live connection are shown once it connects', async ({
  visit,
  api,
}) => {
  const apiClient = await api(USER)
  await apiClient.file('gatePass', { bearerName: 'Filed before' })
  const connectedPage = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets' })
  await expect(connectedPage.getByText('Live', { exact: true })).toBeVisible()
  const page = await visit({ on: 'phone', as: USER, to: '/tickets' })
  const ticketList = new TicketList(page)
  await ticketList.waitForRows()
  // On a slow network the live connection opens seconds after the first calls.
  const connectSignal = Promise.withResolvers<void>()
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    await connectSignal.promise
    socket.connectToServer()
  })
  await page.reload()
  await ticketList.waitForRows()
  const { ticketNumber } = await apiClient.file('gatePass', { bearerName: 'Filed in between' })
  // Control case: a page that was already connected receives the event.
  await expect(new TicketList(connectedPage).findItem(ticketNumber)).toBeVisible()
  await expect(ticketList.findItem(ticketNumber)).toHaveCount(0)
  connectSignal.resolve()
  await expect(ticketList.findItem(ticketNumber)).toBeVisible()
})

test('an upload is cancelled, and an interrupted one is retried', async ({ visit, allowError }) => {
  allowError(/ERR_FAILED|ERR_CONNECTION_RESET|ERR_ABORTED/)
  const page = await visit({ on: 'phone', as: USER, to: '/incident-reports?modal=true' })
  const form = new TicketForm(page, 'Add incident report')
  await form.fillText('Title', 'Cut upload')
  await form.fillText('Description', 'In the lift, where there is no signal.')
  const imagesGroup = form.dialog.getByRole('group', { name: 'Images' })
  const pickImage = async (name: string): Promise<void> => {
    const fileChooserPromise = page.waitForEvent('filechooser')
    await imagesGroup.getByRole('button', { name: /Choose/ }).click()
    await (await fileChooserPromise).setFiles(await createJpeg(name))
  }

  // The upload never gets a response.
  await page.route('**/api/file', () => undefined)
  await pickImage('slow.jpg')
  await expect(form.dialog.getByText('A file is still on its way.')).toBeVisible()
  await expect(form.dialog.getByRole('button', { name: 'Submit incident report' })).toBeDisabled()
  await imagesGroup.getByRole('button', { name: 'Remove slow.jpg' }).click()
  await expect(imagesGroup.getByRole('button', { name: 'Open slow.jpg' })).toBeHidden()
  await expect(form.dialog.getByRole('button', { name: 'Submit incident report' })).toBeEnabled()
  await page.unroute('**/api/file')

  await page.route('**/api/file', (route) => route.abort('connectionreset'), { times: 1 })
  await pickImage('cut.jpg')
  const uploadErrorDialog = findAlertDialog(page, 'This is an error message for uploading images')
  await expect(uploadErrorDialog).toContainText('cut.jpg')
  await answerAlertDialog(page, 'This is an error message for uploading images', 'OK')
  await form.submit()
  await expect(findAlertDialog(page, 'Unable to submit incident report')).toContainText(
    'A file of this incident report was not uploaded.',
  )
  await answerAlertDialog(page, 'Unable to submit incident report', 'OK')
  await imagesGroup.getByRole('button', { name: 'Retry' }).click()
  await expect(imagesGroup.getByRole('button', { name: 'Retry' })).toBeHidden()
  await form.submit()
  await expect(findToast(page, 'Incident Report added successfully.')).toBeVisible()
})

test('a profile picture whose upload failed or was refused is reported, and saved when sent again', async ({
  visit,
  allowError,
}) => {
  allowError(/ERR_FAILED|ERR_CONNECTION_RESET|status of 400/)
  const page = await visit({ on: 'phone', as: USER, to: '/settings' })
  await page.getByLabel('Profile image').setInputFiles(await createJpeg('face.jpg'))
  const saveButton = page.getByRole('button', { name: 'Save profile' })
  const uploadErrorTitle = 'This is an error message for uploading images'

  await page.route('**/api/file', (route) => route.abort('connectionreset'), { times: 1 })
  await saveButton.click()
  await expect(findAlertDialog(page, uploadErrorTitle)).toContainText('Check your connection and try again.')
  await answerAlertDialog(page, uploadErrorTitle, 'OK')

  const message = 'This file is damaged.'
  const refusalBody = { code: 'invalidInput', message, errors: { file: [message] } }
  await page.route('**/api/file', (route) => route.fulfill({ status: 400, json: refusalBody }), { times: 1 })
  await saveButton.click()
  await expect(findAlertDialog(page, uploadErrorTitle)).toContainText(message)
  await answerAlertDialog(page, uploadErrorTitle, 'OK')

  await saveButton.click()
  await answerAlertDialog(page, 'Success', 'OK')
})

test('an upload and a save without an answer say so after 20 seconds, and are sent once more', async ({
  visit,
  api,
}) => {
  const page = await visit({ on: 'phone', as: USER, to: '/incident-reports?modal=true' })
  await page.clock.install()
  const form = new TicketForm(page, 'Add incident report')
  const title = `Stalled ${Date.now()}`
  await form.fillText('Title', title)
  await form.fillText('Description', 'Under the stairs, with one bar.')
  let isHeld = true
  let requestCount = 0
  await page.route(/\/api\/(file|report)$/, async (route) => {
    requestCount++
    if (!isHeld) await route.fallback()
  })
  const STALLED_TITLE = 'The connection is not answering'
  const expectStalledDialog = async (): Promise<void> => {
    await expect.poll(() => requestCount).toBe(1)
    await page.clock.fastForward(20_000)
    await expect(findAlertDialog(page, STALLED_TITLE)).toContainText('What you typed is kept.')
  }
  const retryRequest = async (): Promise<void> => {
    isHeld = false
    await answerAlertDialog(page, STALLED_TITLE, 'Try again')
  }

  const imagesGroup = form.dialog.getByRole('group', { name: 'Images' })
  const fileChooserPromise = page.waitForEvent('filechooser')
  await imagesGroup.getByRole('button', { name: /Choose/ }).click()
  await (await fileChooserPromise).setFiles(await createJpeg('slow.jpg'))
  await expectStalledDialog()
  await retryRequest()
  await expect(imagesGroup.getByRole('progressbar')).toHaveCount(0)

  isHeld = true
  requestCount = 0
  await form.submit()
  await expectStalledDialog()
  await answerAlertDialog(page, STALLED_TITLE, 'Cancel')
  await expect(form.dialog.getByRole('textbox', { name: 'Title' })).toHaveValue(title)
  requestCount = 0
  await form.submit()
  await expectStalledDialog()
  await retryRequest()
  await expect(form.dialog).toBeHidden()
  const { body } = await (await api(USER)).call<{ total: number }>('GET', `/reports?searchTerm=${title}`)
  expect(body.total).toBe(1)
})

test('closing a form while it is being saved is confirmed, until it is saved', async ({ visit, api }) => {
  const page = await visit({ on: 'phone', as: USER, to: '/incident-reports?modal=true' })
  const form = new TicketForm(page, 'Add incident report')
  const title = `Slow ${Date.now()}`
  await form.fillText('Title', title)
  await form.fillText('Description', 'The connection is slow.')
  const answerSignal = Promise.withResolvers<void>()
  await page.route('**/api/report', async (route) => {
    await answerSignal.promise
    await route.continue()
  })
  await form.submit()
  await page.keyboard.press('Escape')
  const leaveQuestion = findAlertDialog(page, 'Close while it is being saved?')
  await answerAlertDialog(page, 'Close while it is being saved?', 'Wait')
  await expect(form.dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(leaveQuestion).toBeVisible()
  answerSignal.resolve()
  await expect(leaveQuestion).toBeHidden()
  await expect(form.dialog).toBeHidden()
  const { body } = await (await api(USER)).call<{ total: number }>('GET', `/reports?searchTerm=${title}`)
  expect(body.total).toBe(1)
})

test('a dialog with a field shows failures above it, keeps the text, and sends it once on retry', async ({
  visit,
  allowError,
}) => {
  allowError(/status of 500|net::ERR/)
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets?type=4' })
  const viewName = `View ${Date.now()}`
  await page.getByRole('button', { name: 'Save view' }).click()
  const viewDialog = findAlertDialog(page, 'Save view')
  const nameField = viewDialog.getByLabel('Name')
  await nameField.fill(viewName)

  await page.route('**/api/list-view', (route) => route.fulfill({ status: 500 }), { times: 1 })
  await page.keyboard.press('Enter')
  await answerAlertDialog(page, 'Oops! Something went wrong.', 'OK')
  await expect(nameField).toHaveValue(viewName)
  await expect(nameField).toBeFocused()

  await page.route('**/api/list-view', (route) => route.abort())
  await page.keyboard.press('Enter')
  await answerAlertDialog(page, 'The connection was lost', 'Not now')
  await expect(nameField).toHaveValue(viewName)
  await page.keyboard.press('Enter')
  await expect(findAlertDialog(page, 'The connection was lost')).toBeVisible()
  await page.unroute('**/api/list-view')
  await answerAlertDialog(page, 'The connection was lost', 'Try again')
  await expect(findToast(page, 'View saved successfully.')).toBeVisible()
  await expect(viewDialog).toBeHidden()
  await expect(page.getByRole('link', { name: viewName })).toHaveCount(1)
})

test('a list that fails to load says so, and loads on retry', async ({ visit, allowError }) => {
  allowError(/status of 500/)
  const page = await visit({ on: 'phone', as: USER })
  await expect(page.getByRole('heading', { name: /Magandang/ })).toBeVisible()
  const message = 'Something went wrong on our side. Nothing was changed.'
  await page.route('**/api/tickets?*', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message } }),
  )
  await page.goto('/tickets')
  await expect(page.getByText('We could not load your gate passes')).toBeVisible()
  await expect(page.getByText(message)).toBeVisible()
  await page.unroute('**/api/tickets?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('We could not load your gate passes')).toBeHidden()
})

test('a form whose code loads slowly shows that it opens', async ({ visit }) => {
  const page = await visit({ on: 'phone', as: USER, to: '/commendations' })
  const releaseSignal = Promise.withResolvers<void>()
  await page.route(/add-panel-.*\.js$/, async (route) => {
    await releaseSignal.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Add commendation' }).click()
  await expect(page.getByText('Opening…')).toBeVisible()
  releaseSignal.resolve()
  await expect(page.getByRole('dialog', { name: 'Add commendation' })).toBeVisible()
  await expect(page.getByText('Opening…')).toHaveCount(0)
})
