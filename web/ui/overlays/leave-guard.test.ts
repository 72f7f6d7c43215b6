import { createElement, type ReactNode, use } from 'react'
import { type Navigator, UNSAFE_NavigationContext as NavigationContext } from 'react-router'
import { expect, test, vi } from 'vitest'
import { mountHook } from '#lib/testing-hooks.ts'
import { dialogQueue } from './dialogs.ts'
import { LeaveGuard, useLeaveConfirmation } from './leave-guard.tsx'
import { answerDialog } from './testing.ts'

function mountPage({ isUnsaved = true } = {}) {
  const [push, replace, discard] = [vi.fn(), vi.fn(), vi.fn()]
  const value = { navigator: { push, replace } } as never
  const NavigationProvider = ({ children }: { children: ReactNode }) =>
    createElement(NavigationContext, { value }, createElement(LeaveGuard, null, children))
  vi.stubGlobal('location', new URL('https://portal.test/admin/settings?tab=terms'))
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  const mockNavigators: Navigator[] = []
  const unmount = mountHook(() => {
    useLeaveConfirmation(isUnsaved, discard)
    mockNavigators.push(use(NavigationContext).navigator)
  }, NavigationProvider)
  return { links: mockNavigators[0] as Navigator, went: { push, replace }, discard, unmount }
}

test.each(['push', 'replace'] as const)(
  'a link (%s) that leaves unsaved input asks, and drops it',
  async (go) => {
    const { links, went, discard, unmount } = mountPage()
    links[go]('/admin/tickets')
    expect((await answerDialog(true)).title).toBe('Close without saving?')
    await vi.waitUntil(() => went[go].mock.calls.length > 0)
    expect(went[go].mock.calls).toEqual([['/admin/tickets']])
    expect(discard).toHaveBeenCalledTimes(1)
    await unmount()
  },
)

test('who keeps editing stays with the input, and is asked again', async () => {
  const { links, went, discard, unmount } = mountPage()
  links.push('/admin/settings?tab=services')
  await answerDialog(false)
  await vi.waitUntil(() => {
    links.push('/admin/tickets')
    return dialogQueue.get().length > 0
  })
  expect([went.push.mock.calls, discard.mock.calls]).toEqual([[], []])
  await answerDialog(false)
  await unmount()
})

test.each([
  ['without unsaved input', false, '/admin/tickets'],
  ['within the page', true, '/admin/settings?tab=terms&at=logo'],
])('%s nothing is asked', async (_, isUnsaved, to) => {
  const { links, went, unmount } = mountPage({ isUnsaved })
  links.push(to)
  expect(went.push.mock.calls).toEqual([[to]])
  await unmount()
})
