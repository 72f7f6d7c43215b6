import { flushSync } from 'react-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { createAdminMe } from '#lib/api/testing-me.ts'
import { mountHook, QueryProvider } from '#lib/testing-hooks.ts'
import { createStorage, stubDraftStorage } from '#lib/testing-storage.ts'
import { startDrafts } from '#ui/forms/drafts.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { ACCESS_PRESETS } from '@tahanan/contract/access-presets.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'
import { applyPreset } from './switches.ts'
import { useAdministratorForm } from './use-administrator-form.ts'

const [PRESET] = ACCESS_PRESETS

let unmount: (() => Promise<void>) | undefined
afterEach(async () => {
  await unmount?.()
  queryClient.clear()
})

function openNewAdministrator(storedItems: ReturnType<typeof createStorage>) {
  stubDraftStorage(storedItems, '/admin/')
  startDrafts()
  queryClient.setQueryData(['me'], createAdminMe())
  const post = vi.spyOn(api, 'post').mockResolvedValue({ id: 9, name: 'Ana' })
  vi.spyOn(toast, 'success').mockReturnValue()
  let state: ReturnType<typeof useAdministratorForm> | undefined
  const manager = { roles: null, adminId: undefined }
  unmount = mountHook(
    () => void (state = useAdministratorForm({ manager, onClose: () => undefined })),
    QueryProvider,
  )
  return { post, getState: () => state as ReturnType<typeof useAdministratorForm> }
}

test('the draft of a new administrator keeps the chosen access, which is sent as roles', async () => {
  const storedItems = createStorage({ ADMIN_SESSION_TOKEN: 'token' })
  const typedFields = { name: 'Ana', firstName: 'Ana', lastName: 'Reyes', email: 'ana@office.test' }
  const passwords = { password: 'tall-Green-7-mango', password_confirmation: 'tall-Green-7-mango' }
  const firstForm = openNewAdministrator(storedItems)
  flushSync(() => {
    firstForm.getState().setPreset(PRESET?.name ?? '')
    for (const [key, value] of Object.entries(typedFields)) firstForm.getState().form.set(key, value)
  })
  await unmount?.()
  const { post, getState } = openNewAdministrator(storedItems)
  expect(getState().chosenPreset).toBe(PRESET)
  flushSync(() => {
    for (const [key, value] of Object.entries(passwords)) getState().form.set(key, value)
  })
  await getState().save()
  expect(post.mock.calls.map(([path, body]) => [path, body])).toEqual([
    [
      '/user-admin',
      {
        ...typedFields,
        ...passwords,
        status: RECORD_STATUS.active,
        roles: applyPreset(null, [], PRESET?.roles ?? []).roles,
      },
    ],
  ])
})
