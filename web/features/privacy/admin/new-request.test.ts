import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { queryClient } from '#lib/api/query-client.ts'
import { createAdminMe } from '#lib/api/testing-me.ts'
import { mountHook, QueryProvider } from '#lib/testing-hooks.ts'
import { createStorage, stubDraftStorage } from '#lib/testing-storage.ts'
import { startDrafts } from '#ui/forms/drafts.ts'
import type { FoundPersonRecord } from '@tahanan/contract/privacy-requests/answers.ts'
import { useChosenRecords } from './new-request.tsx'

const RECORD: FoundPersonRecord = {
  kind: 'walkIn',
  id: 5,
  label: 'Walk-in: Reyes, Ana',
  name: 'Reyes, Ana',
  detail: '3A',
  at: '2026-03-01T01:00:00.000Z',
}

function openRequest(storedItems: ReturnType<typeof createStorage>) {
  stubDraftStorage(storedItems, '/admin/')
  startDrafts()
  queryClient.setQueryData(['me'], createAdminMe())
  let state: ReturnType<typeof useChosenRecords> | undefined
  const unmount = mountHook(() => void (state = useChosenRecords()), QueryProvider)
  return { unmount, getState: () => state as ReturnType<typeof useChosenRecords> }
}

test('the ticked records of a new request return from the draft until it is sent or closed', async () => {
  const storedItems = createStorage({ ADMIN_SESSION_TOKEN: 'token' })
  const firstRequest = openRequest(storedItems)
  expect(firstRequest.getState().chosenRecords).toEqual([])
  flushSync(() => firstRequest.getState().setChosenRecords([RECORD]))
  await firstRequest.unmount()
  const reopenedRequest = openRequest(storedItems)
  expect(reopenedRequest.getState().chosenRecords).toEqual([RECORD])
  reopenedRequest.getState().forgetDraft()
  await reopenedRequest.unmount()
  const nextRequest = openRequest(storedItems)
  expect(nextRequest.getState().chosenRecords).toEqual([])
  await nextRequest.unmount()
  queryClient.clear()
})
