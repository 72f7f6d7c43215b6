import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseZip } from '@tahanan/server/features/privacy/copies/testing-copies.ts'
import { createResidentAccount } from '../../fixtures/accounts.ts'
import { expect, SCREENS, test } from '../../fixtures/test.ts'
import { findAxeViolations } from '../../pages/find-axe-violations.ts'

test('a resident asks for a copy of their data with the password, downloads it and reads it', async ({
  visit,
  browser,
  allowError,
}) => {
  // Expects these errors: 403 until the password is entered again, 400 for a wrong password.
  allowError(/40[03]/)
  const account = createResidentAccount('A-204')
  const residentPage = await visit({ on: 'phone', as: account, to: '/your-data' })
  await residentPage.getByRole('button', { name: 'Ask for a copy' }).click()
  const confirmationDialog = residentPage.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirmationDialog.getByLabel('Your password').fill('wrong-password')
  await confirmationDialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirmationDialog).toContainText('The password is not right.')
  await confirmationDialog.getByLabel('Your password').fill(account.password)
  await confirmationDialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirmationDialog).toBeHidden()
  const copiesList = residentPage.getByRole('list', { name: 'Copies' })
  await expect(copiesList).toContainText('Ready')
  expect(await findAxeViolations(residentPage)).toEqual([])
  const downloadPromise = residentPage.waitForEvent('download')
  await copiesList.getByRole('button', { name: /^Download the copy of/ }).click()
  const download = await downloadPromise
  expect(download.suggestedFilename()).toMatch(/^Copy of data \d{4}-\d\d-\d\d\.zip$/)

  const folder = await mkdtemp(join(tmpdir(), 'tahanan-copy-'))
  const context = await browser.newContext(SCREENS.phone)
  try {
    const page = await context.newPage()
    const archiveEntries = parseZip(await readFile(await download.path()))
    await writeFile(join(folder, 'index.html'), archiveEntries.get('index.html') ?? '')
    await page.goto(pathToFileURL(join(folder, 'index.html')).href)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Copy of the data of')
    await expect(page.getByRole('heading', { name: /^Account/ })).toBeVisible()
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
})
