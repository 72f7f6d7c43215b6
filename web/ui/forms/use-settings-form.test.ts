import { flushSync } from 'react-dom'
import { expect, test, vi } from 'vitest'
import { queryClient } from '#lib/api/query-client.ts'
import { mountHook, QueryProvider } from '#lib/testing-hooks.ts'
import { text } from '@tahanan/contract/forms/fields.ts'
import { type SettingsFormState, useSettingsForm } from './use-settings-form.ts'

const form = { fields: { title: text({ label: 'Title' }) } }

/** Mounts the form. `hasUnloadWarning` returns whether the browser would ask the user before leaving the page. */
function mountForm({ readOnly = false } = {}) {
  const unloadListeners = new Set<(event: unknown) => void>()
  vi.stubGlobal('location', { pathname: '/super-admin/settings', search: '' })
  const storageStub = { getItem: () => 'token', setItem: () => undefined, removeItem: () => undefined }
  vi.stubGlobal('localStorage', storageStub)
  vi.stubGlobal('sessionStorage', { ...storageStub, getItem: () => null })
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => {
    if (name === 'beforeunload') unloadListeners.add(listener)
  })
  vi.stubGlobal('removeEventListener', (_: string, listener: () => void) => unloadListeners.delete(listener))
  queryClient.setQueryData(['me'], { area: 'super-admin', id: 1, email: 'owner@example.test' })
  let state: SettingsFormState | undefined
  const options = {
    name: 'website',
    form,
    saved: { title: 'Bahay Amihan', logo: 'logo/old.png' },
    readOnly,
    staleQueries: [],
    send: () => Promise.resolve(),
    onSaved: () => undefined,
  }
  const unmount = mountHook(() => void (state = useSettingsForm(options)), QueryProvider)
  return {
    change: (changeForm: (current: SettingsFormState) => void) => flushSync(() => state && changeForm(state)),
    hasUnloadWarning: () => {
      const preventDefault = vi.fn()
      for (const listener of unloadListeners) listener({ preventDefault })
      return preventDefault.mock.calls.length > 0
    },
    async unmountForm() {
      await unmount()
      queryClient.clear()
    },
  }
}

const picture = new File(['logo'], 'logo.png', { type: 'image/png' })

test('leaving a page of settings asks while text is typed or a picture is chosen', async () => {
  const { change, hasUnloadWarning, unmountForm } = mountForm()
  expect(hasUnloadWarning()).toBe(false)
  change(({ getPictureProps }) => getPictureProps('logo').onChoose(picture))
  expect(hasUnloadWarning()).toBe(true)
  change(({ getPictureProps }) => getPictureProps('logo').onChoose(undefined))
  expect(hasUnloadWarning()).toBe(false)
  change(({ set }) => set('title', 'Bahay Habagat'))
  expect(hasUnloadWarning()).toBe(true)
  change(({ undo }) => undo())
  expect(hasUnloadWarning()).toBe(false)
  await unmountForm()
})

test('who may only read settings leaves their page without a question', async () => {
  const { change, hasUnloadWarning, unmountForm } = mountForm({ readOnly: true })
  change(({ getPictureProps }) => getPictureProps('logo').onChoose(picture))
  expect(hasUnloadWarning()).toBe(false)
  await unmountForm()
})
