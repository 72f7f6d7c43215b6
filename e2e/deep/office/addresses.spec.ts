import { ADMIN, createResidentAccount, SUPER_ADMIN } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog } from '../../pages/dialogs.ts'

const OFFICE_PATHS = [
  ['services', 'serviceId'],
  ['tickets', 'serviceId'],
  ['service-requests', 'serviceId'],
  ['reservations', 'serviceId'],
  ['incident-reports', 'serviceId'],
  ['permits', 'serviceId'],
  ['visitors', 'serviceId'],
  ['inquiries', 'serviceId'],
  ['commendations', 'serviceId'],
  ['tenants', 'serviceId'],
  ['amenities', 'serviceId'],
  ['advertisements', 'id'],
  ['memorandums', 'id'],
  ['policies', 'id'],
  ['announcements', 'id'],
  ['announcements', 'postId'],
  ['payments', 'id'],
  ['settings', 'id'],
  ['reminders', 'id'],
  ['bank', 'id'],
] as const
const RESIDENT_PATHS = [
  ['tickets', 'serviceId'],
  ['visitors', 'serviceId'],
  ['services', 'serviceId'],
  ['memorandums', 'id'],
  ['policies', 'id'],
  ['billings', 'id'],
] as const

const MISSING_RECORD_MESSAGE = 'This record does not exist.'
const UNKNOWN_IDS = ['abc', '999999999']

test.describe.configure({ mode: 'parallel' })

for (const [userLabel, account, root, pages] of [
  ['the office', ADMIN, '/admin', OFFICE_PATHS],
  ['a resident', createResidentAccount('A-104'), '', RESIDENT_PATHS],
] as const)
  for (const [path, name] of pages)
    test(`${userLabel} sees that the record of ${path}?${name}= does not exist, and no form opens`, async ({
      visit,
      allowError,
    }) => {
      allowError(/status of 404/)
      const page = await visit({ on: 'desk', as: account, to: root || '/' })
      for (const id of UNKNOWN_IDS) {
        const modalQuery = name === 'serviceId' ? 'modal=true&' : ''
        await page.goto(`${root}/${path}?${modalQuery}${name}=${id}`)
        await expect(findAlertDialog(page, MISSING_RECORD_MESSAGE), id).toContainText(
          'It may have been deleted.',
        )
        await answerAlertDialog(page, MISSING_RECORD_MESSAGE, 'OK')
        await expect(page.getByRole('dialog'), id).toHaveCount(0)
        await expect(page, id).toHaveURL(new RegExp(`${root}/${path}$`))
      }
    })

for (const [account, to] of [
  [SUPER_ADMIN, '/super-admin/utilities?modal=true'],
  [SUPER_ADMIN, '/super-admin/utilities?tab=bank-accounts&modal=true'],
  [ADMIN, '/admin/gate-setup?modal=gate'],
  [ADMIN, '/admin/gate-setup?modal=do-not-admit'],
] as const)
  test(`a record of ${to} that does not exist is told, and no form opens`, async ({ visit, allowError }) => {
    allowError(/status of 404/)
    const page = await visit({ on: 'desk', as: account, to })
    // The URL opens the form of a new record if it contains no id.
    await expect(page.getByRole('dialog')).toHaveCount(1)
    for (const id of UNKNOWN_IDS) {
      await page.goto(`${to}&serviceId=${id}`)
      await answerAlertDialog(page, MISSING_RECORD_MESSAGE, 'OK')
      await expect(page.getByRole('dialog'), id).toHaveCount(0)
    }
  })
