import { expect, test } from 'vitest'
import { serverSettings } from './settings.ts'

const SAFETY = /^(fsync|synchronous_commit|full_page_writes)=/

test('only tests run without durability', () => {
  expect(serverSettings('/tmp', { durable: true }).filter((word) => SAFETY.test(word))).toEqual([])
  expect(serverSettings('/tmp', { durable: false }).filter((word) => SAFETY.test(word))).toHaveLength(3)
})

test('the database does not listen on the network', () => {
  expect(serverSettings('/tmp', { durable: true })).toContain('listen_addresses=')
})
