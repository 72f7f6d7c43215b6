import { useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#lib/api/query-client.ts'
import { createAdminMe } from '#lib/api/testing-me.ts'
import { mountHook, QueryProvider } from '#lib/testing-hooks.ts'
import { createStorage, stubDraftStorage } from '#lib/testing-storage.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { startDrafts } from './drafts.ts'
import { useFormWithDraft } from './use-form-with-draft.ts'
import { type FormState, type StoredValues, useForm } from './use-form.ts'

const gatePass = getModule('gatePass')
const FIRST_MOMENT = '2026-03-12T01:00:00.000Z'
const NEXT_DAY = '2026-03-13T01:00:00.000Z'
const TYPED_VALUES = {
  bearerName: 'Ana',
  dateOfUse: '2026-03-14T01:00:00.000Z',
  items: [{ name: 'Chair', quantity: '2' }],
}

let storedItems = createStorage()
let unmount: (() => Promise<void>) | undefined
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(FIRST_MOMENT) })
  storedItems = createStorage({ ADMIN_SESSION_TOKEN: 'token' })
  queryClient.setQueryData(['me'], createAdminMe())
})
afterEach(async () => {
  await closeForm()
  queryClient.clear()
})

async function closeForm(): Promise<void> {
  await unmount?.()
  unmount = undefined
}

/** Opens the form of a new gate pass, as after a reload: only the stored draft is left of an earlier form. */
async function openNewPass() {
  await closeForm()
  stubDraftStorage(storedItems, '/admin/')
  startDrafts()
  let state: FormState | undefined
  unmount = mountHook(() => {
    state = useFormWithDraft({ name: 'gatePass new', form: gatePass, writer: 'admin', action: 'create' }).form
  }, QueryProvider)
  const getForm = () => state as FormState
  return {
    getForm,
    set: (values: Record<string, unknown>) =>
      flushSync(() => {
        for (const [key, value] of Object.entries(values)) getForm().set(key, value)
      }),
  }
}

test('a restored draft of a new record whose date of application was changed can be submitted', async () => {
  const firstForm = await openNewPass()
  const dateOfApplication = '2026-03-13T02:00:00.000Z'
  firstForm.set({ ...TYPED_VALUES, dateOfApplication })
  vi.setSystemTime('2026-03-12T01:01:00.000Z')
  const { getForm } = await openNewPass()
  expect(getForm().clashes).toEqual({})
  expect(getForm().check()).toMatchObject({ bearerName: 'Ana', dateOfApplication })
})

test('a restored draft of a new record sends the same body, also of times that nobody typed', async () => {
  const firstForm = await openNewPass()
  firstForm.set(TYPED_VALUES)
  const firstBody = firstForm.getForm().check()
  expect(firstBody).toMatchObject({ dateOfApplication: FIRST_MOMENT })
  vi.setSystemTime('2026-03-12T01:01:00.000Z')
  const { getForm } = await openNewPass()
  expect(getForm().check()).toEqual(firstBody)
  expect(getForm().dirty).toBe(true)
})

test('a draft of an earlier day gets a new date of application, because a past one is refused', async () => {
  const firstForm = await openNewPass()
  firstForm.set(TYPED_VALUES)
  vi.setSystemTime(NEXT_DAY)
  const { getForm } = await openNewPass()
  expect(getForm().check()).toMatchObject({ bearerName: 'Ana', dateOfApplication: NEXT_DAY })
})

/** Opens the form of a stored incident report, whose record can be replaced by a newer version. */
function openReport(record: StoredValues) {
  const rendered: { form?: FormState; setRecord?: (record: StoredValues) => void } = {}
  unmount = mountHook(() => {
    const [newestRecord, setRecord] = useState(record)
    rendered.setRecord = setRecord
    rendered.form = useForm({
      form: getModule('incidentReport'),
      writer: 'admin',
      action: 'update',
      record: newestRecord,
    })
  })
  const getForm = () => rendered.form as FormState
  return {
    getForm,
    showRecord: (newerRecord: StoredValues) => flushSync(() => rendered.setRecord?.(newerRecord)),
    change: (changeForm: (form: FormState) => void) => flushSync(() => changeForm(getForm())),
  }
}

test.each([
  ['is being uploaded', { busy: true, failed: false }],
  ['was not uploaded', { busy: false, failed: true }],
])('a file that %s stays in its field when somebody else changes the field', (_, uploadState) => {
  const ownFiles = [{ name: 'mine.png', url: 'report/mine.png' }]
  const otherFiles = [{ name: 'theirs.png', url: 'report/theirs.png' }]
  const record = { title: 'Leak', images: [], updated_at: FIRST_MOMENT }
  const { getForm, showRecord, change } = openReport(record)
  change((form) => form.onUploads('images', uploadState))
  showRecord({ ...record, images: otherFiles, updated_at: NEXT_DAY })
  // `rounds` is empty: a changed counter would remount the file control and abort its uploads.
  expect([getForm().rounds, getForm().version]).toEqual([{}, FIRST_MOMENT])
  change((form) => {
    form.onUploads('images', { busy: false, failed: false })
    form.set('images', ownFiles)
  })
  expect(getForm()).toMatchObject({
    version: NEXT_DAY,
    values: { images: ownFiles },
    clashes: { images: otherFiles },
    rounds: {},
  })
})

test.each([
  ['has', 'My leak', false],
  ['does not have', 'Leak of Liza', true],
])('after a refusal the newer version %s the typed values', (_, title, isOutdated) => {
  const record = { title: 'Leak', updated_at: FIRST_MOMENT }
  const { getForm, showRecord, change } = openReport(record)
  change((form) => form.set('title', 'My leak'))
  change((form) => form.markOutdated())
  expect(getForm().isOutdated).toBe(true)
  showRecord({ title, updated_at: NEXT_DAY })
  expect(getForm().isOutdated).toBe(isOutdated)
})

test('a refused step without typed values stays outdated after the newer version arrives', () => {
  const record = { title: 'Leak', updated_at: FIRST_MOMENT }
  const { getForm, showRecord, change } = openReport(record)
  change((form) => form.markOutdated())
  showRecord({ ...record, updated_at: NEXT_DAY })
  expect(getForm().isOutdated).toBe(true)
})
