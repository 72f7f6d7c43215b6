import { flushSync } from 'react-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { callHook, mountHook, QueryProvider } from '#lib/testing-hooks.ts'
import { answerDialog } from '#ui/overlays/testing.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { text } from '@tahanan/contract/forms/fields.ts'
import { type FormState, useForm } from './use-form.ts'
import { type SaveState, useSave } from './use-save.ts'

afterEach(() => queryClient.clear())

const UPDATED_AT = '2026-03-12T01:00:00.000Z'

function createSave({ isNew = false, busy = false, failed = false } = {}) {
  const form = {
    fields: {},
    changed: {},
    version: UPDATED_AT,
    uploads: { busy, failed },
    check: () => ({ title: 'New title' }),
    markOutdated: vi.fn(),
    showErrors: vi.fn(),
  }
  const onSaved = vi.fn()
  vi.spyOn(toast, 'success').mockReturnValue()
  const { submit } = callHook(() =>
    useSave({
      form: form as unknown as FormState,
      path: '/post',
      id: isNew ? undefined : 7,
      noun: 'Post',
      staleQueries: [],
      onSaved,
    }),
  )
  return { form, onSaved, submit }
}

test('a change is sent with the version that it was made of, once for two presses', async () => {
  const putMock = vi.spyOn(api, 'put').mockResolvedValue({ id: 7 })
  const { submit, onSaved } = createSave()
  await Promise.all([submit(), submit()])
  expect(putMock.mock.calls).toEqual([['/post/7', { title: 'New title', updated_at: UPDATED_AT }]])
  expect(onSaved.mock.calls).toEqual([[{ id: 7 }]])
})

test('a new record is sent without a version', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({ id: 8 })
  await createSave({ isNew: true }).submit()
  expect(post.mock.calls.map(([path, body]) => [path, body])).toEqual([['/post', { title: 'New title' }]])
})

test('a change of an older version is not saved, and the form says who came first', async () => {
  const lastChangeText = 'Liza Villanueva changed it.'
  vi.spyOn(api, 'put').mockRejectedValue(
    new ApiError(409, 'It was changed.', { code: 'conflict', change: lastChangeText }),
  )
  const { submit, form, onSaved } = createSave()
  await submit()
  expect(form.markOutdated.mock.calls).toEqual([[lastChangeText]])
  expect(onSaved).not.toHaveBeenCalled()
})

test.each([
  ['its own values', 'New title', true],
  ['other values', 'Title of Liza', false],
])('a change that was sent twice and is refused for %s in the record', async (_, storedTitle, isSaved) => {
  const conflict = new ApiError(409, 'It was changed.', { code: 'conflict' })
  conflict.wasRepeated = true
  vi.spyOn(api, 'put').mockRejectedValue(conflict)
  const storedRow = { id: 7, title: storedTitle, updated_at: '2026-03-12T01:00:20.000Z' }
  const get = vi.spyOn(api, 'get').mockResolvedValue(storedRow)
  const showToast = vi.spyOn(toast, 'success').mockReturnValue()
  const onSaved = vi.fn()
  const rendered: { form?: FormState; save?: SaveState } = {}
  const unmount = mountHook(() => {
    rendered.form = useForm({
      form: { fields: { title: text({ label: 'Title' }) } },
      writer: 'admin',
      action: 'update',
      record: { id: 7, title: 'Old title', updated_at: UPDATED_AT },
    })
    rendered.save = useSave({
      form: rendered.form,
      path: '/post',
      id: 7,
      noun: 'Post',
      staleQueries: [],
      onSaved,
    })
  }, QueryProvider)
  flushSync(() => rendered.form?.set('title', 'New title'))
  await rendered.save?.submit()
  expect(get.mock.calls).toEqual([['/post/7']])
  expect(onSaved.mock.calls).toEqual(isSaved ? [[storedRow]] : [])
  expect(showToast).toHaveBeenCalledTimes(isSaved ? 1 : 0)
  await vi.waitFor(() => expect(rendered.form?.isOutdated).toBe(!isSaved))
  await unmount()
})

test('refused fields are shown, and the form stays open', async () => {
  const fieldErrors = { title: ['Please input a title!'] }
  vi.spyOn(api, 'put').mockRejectedValue(
    new ApiError(400, 'Please check the fields.', { errors: fieldErrors }),
  )
  const { submit, form, onSaved } = createSave()
  await submit()
  expect(form.showErrors.mock.calls).toEqual([[fieldErrors]])
  expect(onSaved).not.toHaveBeenCalled()
})

test.each([
  [
    'was not uploaded',
    { failed: true },
    'ERROR\nA file of this post was not uploaded. Try it again or remove it.',
  ],
  ['is still being uploaded', { busy: true }, 'A file is still being uploaded. Wait, or remove it.'],
])('a form whose file %s is not sent, and the user reads why', async (_, uploads, message) => {
  const putMock = vi.spyOn(api, 'put').mockResolvedValue({ id: 7 })
  const submitResult = createSave(uploads).submit()
  const { title, content } = await answerDialog(true)
  expect([title, content]).toEqual(['Unable to submit post', message])
  await submitResult
  expect(putMock).not.toHaveBeenCalled()
})

test.each([
  [undefined, 1],
  ['open' as const, 2],
])('after a save that returns %s a second change is sent %i times in all', async (outcome, callCount) => {
  const putMock = vi.spyOn(api, 'put').mockResolvedValue({ id: 7 })
  const { submit, onSaved } = createSave()
  onSaved.mockReturnValue(outcome)
  await submit()
  await submit()
  expect(putMock).toHaveBeenCalledTimes(callCount)
})

test('a booking of a time that is taken is refused under the title of the specification', async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  vi.stubGlobal('location', { pathname: '/' })
  const message = 'These dates already reserved to this amenity.'
  vi.spyOn(api, 'put').mockRejectedValue(new ApiError(409, message, { code: 'alreadyReserved' }))
  const { submit, onSaved } = createSave()
  const saveResult = submit()
  const { title, content } = await answerDialog(true)
  expect([title, content]).toEqual(['Unable to reserved', message])
  await saveResult
  expect(onSaved).not.toHaveBeenCalled()
})
