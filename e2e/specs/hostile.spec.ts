import { ADMIN, RESIDENT } from '../fixtures/accounts.ts'
import { addHostileContent, expectNoHostileEffect, dismissDialogs } from '../fixtures/hostile.ts'
import { type Portal, startPortal } from '../fixtures/portal.ts'
import { test } from '../fixtures/test.ts'
import { moveTo } from '../pages/move-to.ts'

const SENT_TEXT_NAMES = ['closed tags', 'handler', 'template', 'right to left', 'one long word']

/** A separate portal, so that no other test sees this hostile content. */
let portal: Portal

test.beforeAll(async () => {
  portal = await startPortal()
})
test.afterAll(() => portal.stop())

test('hostile content is refused or kept as plain text, and nothing runs where it is read', async ({
  visit,
}) => {
  const { documents, posts, memorandum } = await addHostileContent(portal.url, SENT_TEXT_NAMES)
  for (const [account, screen, paths] of [
    [
      RESIDENT,
      'phone',
      [
        '/mail',
        ...documents.map((id) => `/mail?postId=${id}`),
        '/policies',
        `/memorandums?id=${memorandum}`,
        '/service-requests',
      ],
    ],
    [
      ADMIN,
      'desk',
      [
        `/admin/announcements?postId=${documents[0]}`,
        `/admin/announcements?modal=true&serviceId=${posts[0]}`,
        `/admin/announcements?modal=true&serviceId=${documents.at(-1)}`,
        '/admin/memorandums',
        '/admin/policies',
        '/admin/feedbacks',
        '/admin/service-requests',
      ],
    ],
  ] as const) {
    const page = await visit({ on: screen, as: account, to: paths[0], portal: portal.url })
    const expectNoDialog = dismissDialogs(page)
    for (const path of paths) {
      if (path !== paths[0]) await moveTo(page, path)
      await expectNoHostileEffect(page, path)
    }
    expectNoDialog()
  }
})
