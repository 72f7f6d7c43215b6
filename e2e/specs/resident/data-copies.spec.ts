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
  // 403 until the password is confirmed, 400 for the wrong password.
  allowError(/40[03]/)
  const account = createResidentAccount('A-102')
  const phone = await visit({ on: 'phone', as: account, to: '/your-data' })
  await phone.getByRole('button', { name: 'Ask for a copy' }).click()
  const confirmation = phone.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirmation.getByLabel('Your password').fill('wrong-password')
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirmation).toContainText('The password is not right.')
  await confirmation.getByLabel('Your password').fill(account.password)
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirmation).toBeHidden()
  const copies = phone.getByRole('list', { name: 'Copies' })
  await expect(copies).toContainText('Ready', { timeout: 30_000 })
  expect(await findAxeViolations(phone)).toEqual([])
  const downloadPromise = phone.waitForEvent('download')
  await copies.getByRole('button', { name: /^Download the copy of/ }).click()
  const download = await downloadPromise
  expect(download.suggestedFilename()).toMatch(/^Copy of data \d{4}-\d\d-\d\d\.zip$/)

  const folder = await mkdtemp(join(tmpdir(), 'tahanan-copy-'))
  const context = await browser.newContext(SCREENS.phone)
  try {
    const page = await context.newPage()
    const entries = parseZip(await readFile(await download.path()))
    await writeFile(join(folder, 'index.html'), entries.get('index.html') ?? '')
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
