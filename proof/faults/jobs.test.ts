import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSmtp, type TestSmtp } from '@tahanan/server/platform/mail/testing-smtp.ts'
import { createPortalProcess, waitUntil, type PortalProcess } from './portal-process.ts'

let smtp: TestSmtp
let portal: PortalProcess
beforeAll(async () => {
  smtp = await startTestSmtp()
  portal = await createPortalProcess({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'office@faults.test',
    PUBLIC_URL: 'http://portal.faults.test',
  })
})
afterAll(async () => {
  await portal.remove()
  await smtp.close()
})

async function listJobs(): Promise<{ task: string; locked: boolean }[]> {
  const pool = new Pool({ connectionString: portal.connectionString(), max: 1 })
  try {
    const { rows } = await pool.query<{ task: string; locked: boolean }>(
      `select task_identifier as task, locked_at is not null as locked from graphile_worker.jobs
       where task_identifier = 'mail-forgotten-password'`,
    )
    return rows
  } finally {
    await pool.end()
  }
}

test('a job of a killed process is run by the next process, and no job runs twice', async () => {
  await portal.start()
  const requestMail = async () => {
    const { status } = await fetch(`${portal.url}/api/forgot-password/super-admin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: 'super@faults.test' }),
    })
    expect(status).toBe(200)
  }
  await requestMail()
  await waitUntil(async () => smtp.received.length === 1 && (await listJobs()).length === 0, 'no mail came')
  smtp.fault = 'hang before content'
  await requestMail()
  await waitUntil(async () => (await listJobs()).some(({ locked }) => locked), 'the job did not start')
  await requestMail()
  await portal.end('SIGKILL')
  smtp.fault = 'none'
  await portal.start()
  expect((await listJobs()).length).toBe(2)
  await waitUntil(async () => (await listJobs()).length === 0, 'the jobs were not done', 60_000)
  expect(smtp.received).toHaveLength(3)
  const links = smtp.received.map(({ data }) => /choose-password#([\w=\r\n-]+)/.exec(data)?.[1])
  expect(new Set(links).size).toBe(3)
})
