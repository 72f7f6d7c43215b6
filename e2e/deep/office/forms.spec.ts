import { type Account, ADMIN, GUARD, createResidentAccount, SUPER_ADMIN } from '../../fixtures/accounts.ts'
import { createApiClient } from '../../fixtures/api-client.ts'
import { expect, test } from '../../fixtures/test.ts'
import { addAdministrator } from '../../pages/access-page.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../../pages/dialogs.ts'
import { holdCalls } from '../../pages/hold-calls.ts'
import { pressTwice } from '../../pages/presses.ts'
import { RecordModal } from '../../pages/record-modal.ts'

test('a press or input after an action is kept while the record is slowly read again', async ({
  visit,
  api,
}) => {
  const jobOrder = await (await api(createResidentAccount('A-104'))).file('jobOrder')
  const page = await visit({
    on: 'desk',
    as: ADMIN,
    to: `/admin/service-requests?modal=true&serviceId=${jobOrder.id}`,
  })
  const recordModal = new RecordModal(page, jobOrder.ticketNumber)
  const { dialog } = recordModal
  await recordModal.fillRemarks('The plumber comes at 9.')
  await dialog.getByRole('textbox', { name: 'Estimated Amount' }).fill('850')
  await dialog.getByText('Non-Billable').click()
  const path = `/api/request/${jobOrder.id}`
  const releaseCalls = await holdCalls(page, `**${path}`)
  const refetchResponse = page.waitForResponse(
    (response) => response.url().endsWith(path) && response.request().method() === 'GET',
  )
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await findAlertDialog(page, 'Do you want to approve this item?')
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(findToast(page, 'Service Request approved successfully.')).toBeVisible()
  // The page must not report the saved input as lost, even before it has fetched the record again.
  expect(await dialog.getByText('This can no longer be saved here.').count()).toBe(0)
  const clickPromise = dialog.getByRole('button', { name: 'Verify' }).click()
  releaseCalls()
  await clickPromise
  await findAlertDialog(page, 'Do you want to verify this item?')
    .getByRole('button', { name: 'Cancel' })
    .click()
  await recordModal.fillRemarks('The plumber comes at 10.')
  await refetchResponse
  await recordModal.submit()
  await expect(findToast(page, 'Service Request edited successfully.')).toBeVisible()
  const { body } = await (await api(ADMIN)).call<object>('GET', `/request/${jobOrder.id}`)
  expect(body).toMatchObject({ status: 2, remarks: 'The plumber comes at 10.' })
})

test('a step that a colleague took first is shown with their name, and input can be copied', async ({
  visit,
  api,
  portal,
  allowError,
}) => {
  allowError(/status of 40[39]/)
  const rey: Account = { area: 'admin', login: 'rey@office.test', password: 'rey-demo-pass-1' }
  await addAdministrator(await api(SUPER_ADMIN), rey, 'all', 'Rey Santos')
  const gatePass = await (await api(createResidentAccount('A-104'))).file('gatePass')
  const page = await visit({
    on: 'desk',
    as: ADMIN,
    to: `/admin/tickets?modal=true&serviceId=${gatePass.id}`,
  })
  const recordModal = new RecordModal(page, gatePass.ticketNumber)
  const bearerField = recordModal.dialog.getByRole('textbox', { name: 'Bearer Name' })
  // Blocks live events, so that the page detects the change only when the server refuses to save.
  await page.routeWebSocket(/socket\.io/, () => undefined)
  await page.reload()
  await bearerField.fill('Ben Cruz')
  await recordModal.fillRemarks('Two trips')
  await (await createApiClient(portal, rey)).change('gatePass', gatePass.id, { status: 6 })
  await recordModal.submit()
  const note = recordModal.dialog.getByRole('alert').filter({ hasText: 'Nothing of yours was saved.' })
  await expect(note).toContainText('Rey Santos: Rejected')
  await expect(bearerField).toBeDisabled()
  await expect(note).toContainText('Ben Cruz')
  await expect(note.getByRole('button', { name: 'Copy' })).toBeVisible()
  await recordModal.submit()
  await expect(findToast(page, 'Gate Pass edited successfully.')).toBeVisible()
  const { body } = await (await api(ADMIN)).call<object>('GET', `/ticket/${gatePass.id}`)
  expect(body).toMatchObject({ status: 6, remarks: 'Two trips' })
})

test('closing a form twice at once leaves its list open, and Back leaves the list', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/memorandums' })
  await page.getByRole('navigation').locator('a[href="/admin/tenants"]').first().click()
  const addButton = page.getByRole('button', { name: 'Add tenant' })
  for (const reopenForm of [() => addButton.click(), () => page.goForward()]) {
    await reopenForm()
    const form = page.getByRole('dialog', { name: 'Add tenant' })
    await pressTwice(form.getByRole('button', { name: 'Close', exact: true }))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/admin\/tenants$/)
  }
  await page.goBack()
  await expect(page).toHaveURL(/\/admin\/memorandums$/)
})

test('an undone approval shows no approver, and the history says that it was sent back', async ({
  visit,
  api,
}) => {
  const gatePass = await (await api(createResidentAccount('A-104'))).file('gatePass')
  const adminClient = await api(ADMIN)
  await adminClient.change('gatePass', gatePass.id, { status: 2 })
  const page = await visit({
    on: 'desk',
    as: ADMIN,
    to: `/admin/tickets?modal=true&serviceId=${gatePass.id}`,
  })
  const { dialog } = new RecordModal(page, gatePass.ticketNumber)
  await expect(dialog.getByText('Approved by Liza Villanueva', { exact: false })).toBeVisible()
  await adminClient.change('gatePass', gatePass.id, { status: 1 })
  await expect(dialog.getByText('Sent back for approval')).toBeVisible()
  await expect(dialog.getByText('Approved by')).toHaveCount(0)
})

test('with view permission the title says VIEW, with the noun of each kind of record', async ({
  visit,
  api,
}) => {
  const gatePass = await (await api(createResidentAccount('A-104'))).file('gatePass')
  const guard = await visit({
    on: 'desk',
    as: GUARD,
    to: `/admin/tickets?modal=true&serviceId=${gatePass.id}`,
  })
  await expect(guard.getByRole('dialog', { name: /^VIEW GATE PASS GP-/ })).toBeVisible()
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/policies' })
  for (const [path, button, title] of [
    ['tickets', 'Add gate pass', 'ADD GATE PASS'],
    ['tenants', 'Add tenant', 'ADD TENANT'],
    ['memorandums', 'Add memorandum', 'ADD MEMORANDUM'],
    ['payments', 'Add payment', 'ADD PAYMENT'],
    ['policies', 'Add header', 'ADD HEADER'],
  ] as const) {
    await page.goto(`/admin/${path}`)
    await page.getByRole('button', { name: button, exact: true }).first().click()
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
  }
  const form = page.getByRole('dialog', { name: 'ADD HEADER' })
  await form.getByRole('textbox', { name: 'Header' }).fill('Rooftop')
  await form.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(findToast(page, 'Header added successfully.')).toContainText('Rooftop')
  const addPolicyButton = page.getByRole('button', { name: 'Add policy to Rooftop' })
  await page.getByRole('button', { name: 'Rooftop' }).first().click()
  await addPolicyButton.click()
  await expect(page.getByRole('heading', { name: 'ADD POLICY', exact: true })).toBeVisible()
})

test('a question stays above a panel that opens after it', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/announcements' })
  await page.getByRole('button', { name: 'Add announcement' }).click()
  const form = page.getByRole('dialog', { name: 'Add announcement' })
  await form.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(findAlertDialog(page, /log ?out/i)).toBeVisible()
  await page.goForward()
  await expect(form).toBeVisible()
  await expect(findAlertDialog(page, /log ?out/i).getByRole('button', { name: 'Cancel' })).toBeInViewport()
  await answerAlertDialog(page, /log ?out/i, 'Cancel')
  await form.getByRole('textbox').first().fill('Water is off')
})

test('of two administrators who change one record, the second sees it and loses no input', async ({
  visit,
  api,
}) => {
  const visitorPass = await (
    await api(createResidentAccount('A-104'))
  ).file('visitor', { visitorsName: 'Two Desks' })
  const page = await visit({
    on: 'desk',
    as: ADMIN,
    to: `/admin/visitors?modal=true&serviceId=${visitorPass.id}`,
  })
  const recordModal = new RecordModal(page, visitorPass.ticketNumber)
  await recordModal.fillRemarks('Waits at the lobby')
  await (await api(ADMIN)).change('visitor', visitorPass.id, { status: 2 })
  await expect(recordModal.dialog.getByText('APPROVED').first()).toBeVisible()
  await expect(recordModal.dialog.getByRole('textbox', { name: 'Remarks' })).toHaveValue('Waits at the lobby')
  await expect(recordModal.dialog.getByText('Newer now: Status.')).toBeVisible()

  await (await api(ADMIN)).change('visitor', visitorPass.id, { remarks: 'Sent up already' })
  await expect(recordModal.dialog.getByText('Sent up already').first()).toBeVisible()
  await recordModal.submit()
  await expect(recordModal.dialog.getByText('Somebody else changed this too.')).toBeVisible()
  await recordModal.dialog.getByRole('button', { name: 'Keep mine: Remarks' }).click()
  await recordModal.submit()
  await expect(findToast(page, 'Visitor edited successfully.')).toBeVisible()
  const { body } = await (await api(ADMIN)).call<object>('GET', `/visitor/${visitorPass.id}`)
  expect(body).toMatchObject({ status: 2, remarks: 'Waits at the lobby' })
})
