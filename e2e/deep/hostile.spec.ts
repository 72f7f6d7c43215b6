import { type Account, ADMIN, RESIDENT } from '../fixtures/accounts.ts'
import { createJpeg } from '../fixtures/files.ts'
import { addHostileContent, expectNoHostileEffect, dismissDialogs } from '../fixtures/hostile.ts'
import { type Portal, startPortal } from '../fixtures/portal.ts'
import { expect, test } from '../fixtures/test.ts'
import { moveTo } from '../pages/move-to.ts'

/** A separate portal, so that the hostile content is not on pages of other tests. */
let portal: Portal
let postIds: readonly number[] = []
let memorandumId = 0

test.beforeAll(async () => {
  portal = await startPortal()
  const hostileContent = await addHostileContent(portal.url)
  postIds = [...hostileContent.documents, ...hostileContent.posts]
  memorandumId = hostileContent.memorandum
})

test.afterAll(() => portal.stop())

const visits: readonly { account: Account; userLabel: string; paths: () => string[] }[] = [
  {
    userLabel: 'a resident',
    account: RESIDENT,
    paths: () => [
      '/',
      '/mail',
      '/mail?page=2',
      ...postIds.map((id) => `/mail?postId=${id}`),
      '/policies',
      '/memorandums',
      `/memorandums?id=${memorandumId}`,
      '/service-requests',
      '/services',
    ],
  },
  {
    userLabel: 'an administrator',
    account: ADMIN,
    paths: () => [
      '/admin',
      '/admin/announcements',
      '/admin/announcements?page=2',
      ...postIds.slice(0, 3).map((id) => `/admin/announcements?postId=${id}`),
      ...postIds.map((id) => `/admin/announcements?modal=true&serviceId=${id}`),
      '/admin/memorandums',
      `/admin/memorandums?id=${memorandumId}`,
      '/admin/policies',
      '/admin/feedbacks',
      '/admin/service-requests',
      '/admin/services',
    ],
  },
]

for (const { userLabel, account, paths } of visits) {
  for (const screen of ['phone', 'desk'] as const) {
    test(`${userLabel} at a ${screen} opens all pages, and nothing runs`, async ({ visit }) => {
      const page = await visit({ on: screen, as: account, to: '/healthz', portal: portal.url })
      const expectNoDialog = dismissDialogs(page)
      for (const path of paths()) {
        await moveTo(page, path)
        await expectNoHostileEffect(page, path)
      }
      expectNoDialog()
    })
  }
}

test('a hostile file name is shown as text', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: RESIDENT, to: '/settings', portal: portal.url })
  const name = '<img src=x onerror=window.harmed=1>\u202Egpj.jpg'
  const picture = await createJpeg('face.jpg')
  await page.goto('/incident-reports?modal=true')
  const imagesGroup = page.getByRole('dialog').getByRole('group', { name: 'Images' })
  const fileChooserPromise = page.waitForEvent('filechooser')
  await imagesGroup.getByRole('button', { name: /Choose/ }).click()
  await (await fileChooserPromise).setFiles({ ...picture, name })
  await expect(imagesGroup.locator('.thumb').first()).toBeVisible()
  await expectNoHostileEffect(page, 'the open form')
})
