import { expect, test } from 'vitest'
import { areKeysHeld, holdKeys, holdKeysWhile } from './held-keys.tsx'

test('keys are held until everything that was loading is here', async () => {
  const free = holdKeys()
  const loading = holdKeysWhile(Promise.resolve('assignees'))
  free()
  free()
  expect(areKeysHeld()).toBe(true)
  expect(await loading).toBe('assignees')
  expect(areKeysHeld()).toBe(false)
})

test('a call that fails frees the keys', async () => {
  await expect(holdKeysWhile(Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  expect(areKeysHeld()).toBe(false)
})
