import { createTenantBody } from '@tahanan/server/features/tenants/testing.ts'
import { ADMIN, RESIDENT, SUPER_ADMIN } from '../../fixtures/accounts.ts'
import { expect, SCREENS, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findToast } from '../../pages/dialogs.ts'
import { findAxeViolations } from '../../pages/find-axe-violations.ts'

test('the super-administrator holds a tenant, and erases them when the hold has ended', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(/409/)
  const adminClient = await api(ADMIN)
  const tenant = createTenantBody({ clientCode: 'ER-1', uoccname: 'Zenaida Erasable' })
  expect((await adminClient.call('POST', '/tenant', tenant)).status).toBe(201)

  const page = await visit({ on: 'desk', as: SUPER_ADMIN, to: '/super-admin/personal-data' })
  await page.getByLabel('Find a tenant').fill('erasable')
  await page.getByRole('button', { name: 'Open ER-1' }).click()
  const sheet = page.getByRole('dialog', { name: 'ER-1 Zenaida Erasable' })
  await expect(sheet.getByRole('row').filter({ hasText: 'Account' }).first()).toBeVisible()
  await sheet.getByLabel('Hold').fill('A case at the barangay')
  await sheet.getByRole('button', { name: 'Hold', exact: true }).click()
  await expect(findToast(page, 'The data is on hold')).toBeVisible()
  await sheet.getByRole('button', { name: 'Erase…' }).click()
  await answerAlertDialog(page, /^Erase ER-1/, 'Erase')
  await answerAlertDialog(page, 'This tenant cannot be erased now', 'OK')

  await sheet.getByLabel('Hold').fill('')
  await sheet.getByRole('button', { name: 'End hold' }).click()
  await expect(findToast(page, 'The hold was ended')).toBeVisible()
  for (const { viewport } of [SCREENS.phone, SCREENS.desk]) {
    await page.setViewportSize(viewport)
    expect(await findAxeViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    )
  }
  await sheet.getByRole('button', { name: 'Erase…' }).click()
  await answerAlertDialog(page, /^Erase ER-1/, 'Erase')
  await expect(findToast(page, 'The erasure has begun')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Erasures' })).toContainText('Done')
  await page.getByLabel('Find a tenant').fill('zenaida')
  await expect(page.getByText('No tenant has this unit or name.')).toBeVisible()
  const resident = await api(RESIDENT)
  expect((await resident.call('GET', '/erasures')).status).toBe(403)
})
