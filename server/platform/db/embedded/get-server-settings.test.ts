import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { getServerSettings } from './get-server-settings.ts'
import { loadPostmasterFile } from './load-postmaster-file.ts'

const DURABILITY_SETTINGS = /^(fsync|synchronous_commit|full_page_writes)=/

test('only tests run without durability', () => {
  expect(
    getServerSettings('/tmp', { durable: true }).filter((argument) => DURABILITY_SETTINGS.test(argument)),
  ).toEqual([])
  expect(
    getServerSettings('/tmp', { durable: false }).filter((argument) => DURABILITY_SETTINGS.test(argument)),
  ).toHaveLength(3)
})

test('the database does not listen on the network', () => {
  expect(getServerSettings('/tmp', { durable: true })).toContain('listen_addresses=')
})

test('the server leads its own process group, so that Ctrl-C reaches the portal alone', async () => {
  const client = new Client({ connectionString: inject('testCluster').superuser })
  await client.connect()
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  await client.end()
  const { pid = 0 } = loadPostmasterFile(rows[0]?.data_directory ?? '') ?? {}
  expect(pid).toBeGreaterThan(0)
  expect(process.kill(-pid, 0)).toBe(true)
})
