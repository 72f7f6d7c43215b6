import { expect, test } from 'vitest'
import { areShortcutsDisabled, disableShortcuts, disableShortcutsWhile } from './disable-shortcuts.tsx'

test('keys are held until everything that was loading is here', async () => {
  const enableShortcuts = disableShortcuts()
  const loadingPromise = disableShortcutsWhile(Promise.resolve('assignees'))
  enableShortcuts()
  enableShortcuts()
  expect(areShortcutsDisabled()).toBe(true)
  expect(await loadingPromise).toBe('assignees')
  expect(areShortcutsDisabled()).toBe(false)
})

test('a call that fails frees the keys', async () => {
  await expect(disableShortcutsWhile(Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  expect(areShortcutsDisabled()).toBe(false)
})
