import { flushSync } from 'react-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { createAdminMe } from '#lib/api/testing-me.ts'
import { mountHook, QueryProvider } from '#lib/testing-hooks.ts'
import { createStorage, stubDraftStorage } from '#lib/testing-storage.ts'
import { startDrafts } from '#ui/forms/drafts.ts'
import { dialogQueue } from '#ui/overlays/dialogs.ts'
import { answerDialog } from '#ui/overlays/testing.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { Administrator } from '@tahanan/contract/admins/answers.ts'
import { createRoles } from '@tahanan/contract/permissions.ts'
import type { Manager } from './calls.ts'
import { completeRoles, getInitialRoles, setSwitch } from './switches.ts'
import { useAccessForm } from './use-access-form.ts'

const ROLES = completeRoles(
  createRoles({ utilities: ['userAccessDefinition', 'manageAccess'], gatepass: ['view', 'approve'] }),
)
const APPROVE_SWITCH = { page: 'gatepass', flag: 'approve' } as const
const ROLES_WITHOUT_APPROVE = setSwitch(ROLES, APPROVE_SWITCH, false)
const UPDATED_AT = '2026-03-12T01:00:00.000Z'
const LATEST_ADMINISTRATOR: Administrator = {
  id: 2,
  name: 'Liza Villanueva',
  firstName: 'Liza',
  lastName: 'Villanueva',
  email: 'liza@pmo.test',
  mailRefusedAt: null,
  status: 1,
  roles: ROLES,
  lastSeen: null,
  created_at: UPDATED_AT,
  updated_at: UPDATED_AT,
  secondFactor: false,
  can: ['manageAccess'],
}
const SELF_MANAGER: Manager = { roles: ROLES, adminId: LATEST_ADMINISTRATOR.id }

let unmount: (() => Promise<void>) | undefined
afterEach(async () => {
  await unmount?.()
  queryClient.clear()
})

function openAccess(
  manager: Manager,
  storedItems = createStorage({ ADMIN_SESSION_TOKEN: 'token' }),
  administrator = LATEST_ADMINISTRATOR,
) {
  stubDraftStorage(storedItems, '/admin/')
  startDrafts()
  queryClient.setQueryData(['me'], createAdminMe())
  const put = vi.spyOn(api, 'put').mockResolvedValue({ id: LATEST_ADMINISTRATOR.id })
  vi.spyOn(toast, 'success').mockReturnValue()
  const onClose = vi.fn()
  let state: ReturnType<typeof useAccessForm> | undefined
  unmount = mountHook(() => void (state = useAccessForm({ administrator, manager, onClose })), QueryProvider)
  const getFormState = () => state as ReturnType<typeof useAccessForm>
  return {
    put,
    onClose,
    changeSwitch: (accessSwitch: Parameters<typeof setSwitch>[1], isOn: boolean) =>
      flushSync(() => getFormState().form.set('roles', setSwitch(getFormState().roles, accessSwitch, isOn))),
    getFormState,
    getChangedCount: () => getFormState().changed,
    save: () => getFormState().save(),
  }
}

test('administrators who take access from themselves are asked first, with what they lose', async () => {
  const { changeSwitch, save, put, onClose } = openAccess(SELF_MANAGER)
  changeSwitch(APPROVE_SWITCH, false)
  const declinedSave = save()
  expect(await answerDialog(false)).toMatchObject({
    title: 'Take this access from yourself?',
    content: 'You cannot give it back to yourself. Gate Pass: approve.',
    okText: 'Take away',
    danger: true,
  })
  await declinedSave
  expect([put.mock.calls, onClose.mock.calls]).toEqual([[], []])
  const confirmedSave = save()
  await answerDialog(true)
  await confirmedSave
  expect(put.mock.calls).toEqual([
    ['/user-admin/2', { roles: ROLES_WITHOUT_APPROVE, updated_at: UPDATED_AT }],
  ])
  expect(onClose).toHaveBeenCalledTimes(1)
})

test.each<[string, Manager, boolean]>([
  ['another administrator takes access', { ...SELF_MANAGER, adminId: 3 }, false],
  ['the super-administrator takes access', { roles: null, adminId: undefined }, false],
  ['administrators turn a menu entry of theirs on', SELF_MANAGER, true],
])('without a question %s', async (_, manager, isOn) => {
  const { changeSwitch, save, put } = openAccess(manager)
  changeSwitch(isOn ? { page: 'orders', flag: 'visible' } : APPROVE_SWITCH, isOn)
  const savePromise = save()
  expect(dialogQueue.get()).toEqual([])
  await savePromise
  expect(put).toHaveBeenCalledTimes(1)
})

test('the last administrator who manages access reads why they keep it, and their choice stays (rules 2.16)', async () => {
  const { changeSwitch, getChangedCount, save, put, onClose } = openAccess(SELF_MANAGER)
  const message = 'Nobody else can manage access.'
  put.mockRejectedValue(new ApiError(409, message, { code: 'lastAccessManager' }))
  changeSwitch({ page: 'utilities', flag: 'manageAccess' }, false)
  const refusedSave = save()
  await answerDialog(true)
  expect(await answerDialog(true)).toMatchObject({ kind: 'info', content: message })
  await refusedSave
  expect(onClose).not.toHaveBeenCalled()
  expect(getChangedCount()).toBe(1)
})

test('changed switches return from the draft after a reload, until they are saved', async () => {
  const storedItems = createStorage({ ADMIN_SESSION_TOKEN: 'token' })
  openAccess(SELF_MANAGER, storedItems).changeSwitch({ page: 'orders', flag: 'visible' }, true)
  await unmount?.()
  const reopenedForm = openAccess(SELF_MANAGER, storedItems)
  expect(reopenedForm.getChangedCount()).toBe(1)
  await reopenedForm.save()
  await unmount?.()
  expect(openAccess(SELF_MANAGER, storedItems).getChangedCount()).toBe(0)
})

test('a restored draft that clashes is described by its difference from the saved access', async () => {
  const storedItems = createStorage({ ADMIN_SESSION_TOKEN: 'token' })
  openAccess(SELF_MANAGER, storedItems).changeSwitch({ page: 'orders', flag: 'visible' }, true)
  await unmount?.()
  const { getFormState } = openAccess(SELF_MANAGER, storedItems, {
    ...LATEST_ADMINISTRATOR,
    roles: ROLES_WITHOUT_APPROVE,
    updated_at: '2026-03-12T02:00:00.000Z',
  })
  expect(Object.keys(getFormState().form.clashes)).toEqual(['roles'])
  expect(getFormState().comparedRoles).toEqual(ROLES_WITHOUT_APPROVE)
})

test.each<[string, Administrator['roles'], boolean]>([
  ['without access', [], false],
  ['with the sent access', getInitialRoles([], null), true],
])('default access that was sent twice, for a stored administrator %s', async (_, storedRoles, isSaved) => {
  const administrator = { ...LATEST_ADMINISTRATOR, roles: [] }
  const { put, save, onClose } = openAccess({ roles: null, adminId: undefined }, undefined, administrator)
  const conflict = new ApiError(409, 'It was changed.', { code: 'conflict' })
  conflict.wasRepeated = true
  put.mockRejectedValue(conflict)
  const storedAdministrator = { ...administrator, name: 'Liza V.', roles: storedRoles }
  vi.spyOn(api, 'get').mockResolvedValue(storedAdministrator)
  await save()
  expect(onClose).toHaveBeenCalledTimes(isSaved ? 1 : 0)
})
