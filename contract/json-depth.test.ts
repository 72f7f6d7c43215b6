import { expect, test } from 'vitest'
import { isJsonDeeperThan } from './json-depth.ts'

test('brackets are counted outside of strings alone', () => {
  expect(isJsonDeeperThan('[[{"a":[1]}]]', 4)).toBe(false)
  expect(isJsonDeeperThan('[[{"a":[1]}]]', 3)).toBe(true)
  expect(isJsonDeeperThan('[],[],{},{}', 1)).toBe(false)
  expect(isJsonDeeperThan('{"[[[[\\"[[[[": "{{{{"}', 1)).toBe(false)
  expect(isJsonDeeperThan('{"\\\\":[[1]]}', 2)).toBe(true)
})

test('a megabyte of open brackets is deep, whatever follows', () => {
  expect(isJsonDeeperThan('['.repeat(1 << 20), 64)).toBe(true)
  expect(isJsonDeeperThan(`{"a":${'{"a":'.repeat(100)}`, 64)).toBe(true)
})
