import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { createChoiceBody } from '../testing.ts'

const portal = await openTestPortal({ demo: true })

test('a demo community offers the link and writes the mail into a folder', async () => {
  const { body: settings } = await portal.nobody.get('/public-website-settings')
  expect(settings).toContainEqual({ name: 'forgottenPassword', value: '1' })
  const { account } = await portal.as('admin')
  expect((await portal.nobody.post('/forgot-password/admin', { login: account.email })).status).toBe(200)
  await portal.runJobs()
  const outbox = join(portal.services.config.dataDir, 'outbox')
  // Only complete mails end with `.eml`. A mail that is still being written has another extension.
  const mailFiles = (await readdir(outbox)).filter((name) => name.endsWith('.eml'))
  expect(mailFiles).toHaveLength(1)
  const mailText = (await readFile(join(outbox, mailFiles[0] ?? ''), 'utf8')).replaceAll(/=\r?\n/g, '')
  const token = /choose-password#([\w-]{43})/.exec(mailText)?.[1]
  const chooseReply = await portal.nobody.post(
    '/choose-password',
    createChoiceBody(token, 'a-password-of-my-own'),
  )
  expect(chooseReply.status).toBe(200)
})
