import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { gatePass } from '@tahanan/contract/tickets/modules/gate-pass.ts'
import { createSamplePicture } from '@tahanan/server/platform/files/content/testing-samples.ts'
import { addAccounts } from './add-accounts.ts'
import { createPortalProcess, listProcessTree, waitUntil } from './portal-process.ts'

/**
 * Tests fault 2 of docs/reliability.md (power cut): rows and files must be flushed to the disk before the
 * response. Checks the order of system calls.
 */
const portal = await createPortalProcess()
let token: string
beforeAll(async () => {
  await portal.start()
  token = (await addAccounts(portal.connectionString(), 1)).residents[0]?.token ?? ''
})
afterAll(() => portal.remove())

test('the running database has all durability settings on', async () => {
  const client = new Client({ connectionString: portal.connectionString() })
  await client.connect()
  onTestFinished(() => client.end())
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    expect((await client.query(`show ${setting}`)).rows, setting).toEqual([{ [setting]: 'on' }])
})

test('a ticket is flushed to the write-ahead log before it is acknowledged', async ({ skip }) => {
  if (!canTrace()) skip('system calls cannot be read here (strace as root)')
  const systemCalls = await traceCalls(() =>
    postWithToken('/api/ticket', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...gatePass.example,
        bearerName: 'On The Disk',
        dateOfApplication: new Date(Date.now() + 3_600_000).toISOString(),
        dateOfUse: new Date(Date.now() + 86_400_000).toISOString(),
      }),
    }),
  )
  const flushIndex = systemCalls.findIndex((line) => /f(data)?sync\(\d+<.*\/pg_wal\//.test(line))
  const answerIndex = systemCalls.findIndex((line) => line.includes('HTTP/1.1 201'))
  expect(flushIndex, systemCalls.join('\n')).toBeGreaterThan(-1)
  expect(answerIndex).toBeGreaterThan(flushIndex)

  // Proves that the write causes the flushes: a read causes none. Tries up to ten times, because background
  // tasks may flush at the same time.
  let isReadWithoutFlush = false
  for (let n = 0; n < 10 && !isReadWithoutFlush; n++) {
    const readCalls = await traceCalls(() =>
      fetch(`${portal.url}/api/tickets?page=1&limit=10`, { headers: { authorization: `Bearer ${token}` } }),
    )
    const responseIndex = readCalls.findIndex((line) => line.includes('HTTP/1.1 200'))
    expect(responseIndex).toBeGreaterThan(-1)
    isReadWithoutFlush = !readCalls.slice(0, responseIndex).some((line) => /f(data)?sync\(/.test(line))
  }
  expect(isReadWithoutFlush).toBe(true)
})

test('an uploaded file, its folder entry and its row are flushed before it is acknowledged', async ({
  skip,
}) => {
  if (!canTrace()) skip('system calls cannot be read here (strace as root)')
  const form = new FormData()
  form.append('url', 'images/on-disk.png')
  form.append('file', new Blob([new Uint8Array(await createSamplePicture('png'))]), 'on-disk.png')
  const systemCalls = await traceCalls(() => postWithToken('/api/file', { body: form }))
  const stepPatterns = [
    /fsync\(\d+<.*\/files\/\.incoming\//,
    /rename\w*\(.*\.incoming\/.*\/files\/images\/on-disk-/,
    /fsync\(\d+<.*\/files\/images>/,
    /f(data)?sync\(\d+<.*\/pg_wal\//,
    /HTTP\/1\.1 201/,
  ]
  let lastLineIndex = -1
  for (const stepPattern of stepPatterns) {
    const nextLineIndex = systemCalls.findIndex((line, n) => n > lastLineIndex && stepPattern.test(line))
    expect(
      nextLineIndex,
      `${stepPattern} after line ${lastLineIndex} of\n${systemCalls.join('\n')}`,
    ).toBeGreaterThan(lastLineIndex)
    lastLineIndex = nextLineIndex
  }
})

const postWithToken = (path: string, init: { headers?: Record<string, string>; body: string | FormData }) =>
  fetch(`${portal.url}${path}`, {
    ...init,
    method: 'POST',
    headers: { ...init.headers, authorization: `Bearer ${token}` },
  })

const canTrace = (): boolean => spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

async function traceCalls(sendRequest: () => Promise<Response>): Promise<string[]> {
  const file = join(portal.dataDir, `calls-${performance.now()}.txt`)
  const pids = [portal.pid(), ...listProcessTree(portal.databasePid())]
  const strace = spawn(
    'strace',
    // `-y` prints the path of each file descriptor. `-s 64` prints the first 64 written bytes, by which the
    // test recognises an HTTP response.
    [
      '-f',
      '-y',
      '-s',
      '64',
      '-o',
      file,
      '-e',
      'trace=fsync,fdatasync,rename,renameat,renameat2,write,writev,sendto,sendmsg',
    ].concat(pids.flatMap((pid) => ['-p', String(pid)])),
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let output = ''
  strace.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exitPromise = new Promise((resolve) => strace.once('exit', resolve))
  try {
    await waitUntil(() => output.split('attached').length > pids.length, 'strace could not attach')
    const response = await sendRequest()
    expect(response.ok, await response.text()).toBe(true)
  } finally {
    strace.kill('SIGINT')
    await exitPromise
  }
  return readFileSync(file, 'utf8').split('\n')
}
