import { ADMIN, GATE_ACCOUNT, HOME_PATHS, RESIDENT } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../../pages/dialogs.ts'
import {
  createGateWithDevice,
  createApprovedPass,
  typeAsScanner,
  typeCode,
  findVerdict,
} from '../../pages/gate-page.ts'
import { LoginPage } from '../../pages/login-page.ts'

test('a guard finds a pass by its unit, and refuses it and an unknown one with a note', async ({
  visit,
  api,
}) => {
  await createApprovedPass(await api(RESIDENT), await api(ADMIN), 'Nestor Aquino')
  const page = await visit({ on: 'phone', as: GATE_ACCOUNT, to: '/admin/gate' })
  await page.getByText('Search', { exact: true }).click()
  await page.getByRole('searchbox').fill('A-101 nestor')
  await page.getByRole('button', { name: /Nestor Aquino/ }).click()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(findVerdict(page, 'Refused')).toContainText('Nestor Aquino')
  await expect(findVerdict(page, 'Refused').locator('.lucide-ban')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Next' }).click()

  await typeAsScanner(page, 'AAAA2222')
  await page.getByLabel('Note for the log').fill('A torn paper')
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(findVerdict(page, 'Refused')).toContainText('Unknown pass')
})

test('a guard without a device lands on the gate; a mistyped code and a wrong code of the office stay', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(/status of 403/)
  const adminClient = await api(ADMIN)
  const approvedPass = await createApprovedPass(await api(RESIDENT), adminClient, 'Luz Ramos')
  const device = await createGateWithDevice(adminClient, 'East gate')
  const page = await visit({ on: 'phone', to: HOME_PATHS.admin })
  await new LoginPage(page).logIn(GATE_ACCOUNT)
  await expect(page).toHaveURL(/\/admin\/gate$/)

  const wrongCode = `${approvedPass.code.slice(0, 7)}${approvedPass.code.endsWith('A') ? 'B' : 'A'}`
  await typeCode(page, wrongCode)
  const formattedCode = `${wrongCode.slice(0, 4)} ${wrongCode.slice(4)}`
  await expect(findVerdict(page, 'Unknown pass')).toContainText(formattedCode)
  await page.getByRole('button', { name: 'Back' }).click()
  const field = page.getByLabel('Code of the pass')
  await expect(field).toHaveValue(formattedCode)
  const key = page.getByRole('button', { name: 'Delete the last letter' })
  const getKeyTop = (): Promise<number> =>
    key.evaluate((element) => element.getBoundingClientRect().top + scrollY)
  const topBefore = await getKeyTop()
  await key.click()
  await page.getByRole('button', { name: approvedPass.code.slice(-1), exact: true }).click()
  await findVerdict(page, 'May enter').getByRole('button', { name: 'In', exact: true }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('button', { name: 'Undo: In Luz Ramos' })).toBeVisible()
  await expect(field).toHaveValue('')
  expect(await getKeyTop()).toBe(topBefore)

  await page.getByRole('button', { name: 'Enrol this device' }).click()
  const enrolmentDialog = findAlertDialog(page, 'Do you want to enrol this device?')
  await enrolmentDialog.getByLabel('Code of the office').fill('WRONG234')
  await answerAlertDialog(page, 'Do you want to enrol this device?', 'Enrol')
  await expect(enrolmentDialog).toContainText('This code is not right')
  await expect(enrolmentDialog.getByLabel('Code of the office')).toHaveValue('WRONG234')
  await enrolmentDialog.getByLabel('Code of the office').fill(device.code)
  await answerAlertDialog(page, 'Do you want to enrol this device?', 'Enrol')
  await expect(page.getByText(/List of \d+:\d\d/)).toBeVisible()
})

test('a guard asks the office about who is on its list: its number, its yes with the name, and no', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(/status of 409/)
  const adminClient = await api(ADMIN)
  const { body: settings } = await adminClient.call<object>('GET', '/gate-settings')
  await adminClient.call('PUT', '/gate-settings', { ...settings, officePhone: '(02) 8555 0100' })
  await adminClient.call('POST', '/do-not-admit', { name: 'Gregorio Sison', reason: 'Debts' })
  await createApprovedPass(await api(RESIDENT), adminClient, 'Gregorio Sison')
  const page = await visit({ on: 'phone', as: GATE_ACCOUNT, to: '/admin/gate' })
  await page.getByText('Search', { exact: true }).click()
  await page.getByRole('searchbox').fill('gregorio')
  const row = page.getByRole('button', { name: /Gregorio Sison/ })
  await expect(row).toContainText('Ask the office')
  await row.click()
  const barredVerdict = findVerdict(page, 'Ask the office')
  await expect(barredVerdict.getByRole('link', { name: 'Office (02) 8555 0100' })).toHaveAttribute(
    'href',
    'tel:0285550100',
  )
  await barredVerdict.getByRole('button', { name: 'Record approval' }).click()
  const confirmDialog = findAlertDialog(page, 'Ask the office')
  await confirmDialog.getByLabel('Who in the office approves?').fill('Liza Villanueva')
  await confirmDialog.getByRole('button', { name: 'Record approval' }).click()
  await expect(findVerdict(page, 'In')).toContainText('On the do-not-admit list')
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByRole('tab', { name: 'Walk-ins' }).click()
  await page.getByRole('button', { name: 'Register a walk-in' }).click()
  const form = page.getByRole('dialog', { name: 'Register a walk-in' })
  await form.getByLabel('Unit or name').fill('A-101')
  await form.getByRole('button', { name: /A-101/ }).click()
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('SISON, Gregorio')
  await form.getByLabel('Purpose').fill('Visit')
  for (const plate of ['ABC 1234', 'ABC 1235']) {
    await form.getByLabel('Plate number').fill(plate)
    await form.getByRole('button', { name: 'Ask the resident' }).click()
    await answerAlertDialog(page, 'Ask the office', 'Refuse')
  }
  const { body: log } = await adminClient.call<{
    data: { kind: string; plate: string; verdict: string; note: string }[]
  }>('GET', '/gate-log?page=1&limit=10&searchTerm=sison')
  expect(log.data.map(({ kind, plate, verdict }) => [kind, plate, verdict])).toEqual([
    ['refused', 'ABC 1235', 'askOffice'],
    ['refused', 'ABC 1234', 'askOffice'],
    ['in', '', 'askOffice'],
  ])
  expect(log.data[2]?.note).toBe('Approved by Liza Villanueva of the office.')
})

test('entries whose answers are lost show a message, end no session, and are saved once', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(/net::ERR/)
  const adminClient = await api(ADMIN)
  const { link } = await createApprovedPass(await api(RESIDENT), adminClient, 'Pia Lazaro')
  const page = await visit({ on: 'phone', as: GATE_ACCOUNT, to: '/admin/gate' })
  const loseNextAnswer = (): Promise<unknown> =>
    page.route(
      '**/api/gate-events',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )

  await expect(page.getByText('Type code')).toBeVisible()
  await typeAsScanner(page, link)
  const mayEnter = findVerdict(page, 'May enter')
  await loseNextAnswer()
  await mayEnter.getByRole('button', { name: 'In', exact: true }).click()
  await expect(mayEnter.getByRole('alert')).toHaveText(/^We could not reach the server\./)
  await mayEnter.getByRole('button', { name: 'In', exact: true }).click()
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByRole('tab', { name: /^Inside/ }).click()
  const outButton = page.getByRole('button', { name: 'Out: Pia Lazaro' })
  await loseNextAnswer()
  await outButton.click()
  await expect(findToast(page, 'We could not reach the server.')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/gate/)
  const { body } = await adminClient.call<{ total: number }>('GET', '/gate-log?searchTerm=Pia+Lazaro')
  expect(body.total).toBe(2)
})
