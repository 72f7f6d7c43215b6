import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSamplePicture } from '@tahanan/server/platform/files/content/testing-samples.ts'
import type { ApiResponse } from '@tahanan/server/testing/callers.ts'
import { createCaller } from './caller.ts'
import type { ClusterAccount } from './cluster.ts'
import { createGatePassBody } from './gate-pass.ts'

export const WRITE_KINDS = ['ticket', 'message', 'upload', 'report'] as const
export type WriteKind = (typeof WRITE_KINDS)[number]

/** One call of the load. Times are values of `performance.now()`; status 0 means no response. */
export interface Attempt {
  readonly kind: WriteKind
  readonly startedAt: number
  endedAt: number
  status: number
}

export interface AcknowledgedWrite {
  readonly id: number
  readonly marker: string
  readonly startedAt: number
  readonly key?: string
}

export interface OutageLoad {
  readonly attempts: readonly Attempt[]
  readonly tickets: readonly AcknowledgedWrite[]
  readonly messages: readonly AcknowledgedWrite[]
  readonly reports: readonly AcknowledgedWrite[]
  readonly uploads: readonly string[]
  getAttemptsSince(time: number, kind?: WriteKind): Attempt[]
  /** Stops the load. Resolves when every started write has succeeded. */
  stop(): Promise<void>
}

/** Uploads of one resident. The portal allows a hundred a day. */
const MAX_UPLOADS = 95

export async function startOutageLoad(
  url: string,
  { writers, reporters }: { writers: readonly ClusterAccount[]; reporters: readonly ClusterAccount[] },
): Promise<OutageLoad> {
  const pictureContent = await createSamplePicture('png')
  const attempts: Attempt[] = []
  const tickets: AcknowledgedWrite[] = []
  const messages: AcknowledgedWrite[] = []
  const reports: AcknowledgedWrite[] = []
  const uploads: string[] = []
  const state = { isStopped: false }

  async function repeatUntilCreated<Body>(
    kind: WriteKind,
    call: () => Promise<ApiResponse<Body>>,
  ): Promise<Body> {
    for (;;) {
      const attempt: Attempt = { kind, startedAt: performance.now(), endedAt: 0, status: 0 }
      attempts.push(attempt)
      const response = await call().catch(() => undefined)
      attempt.status = response?.status ?? 0
      attempt.endedAt = performance.now()
      if (response?.status === 201) return response.body
      await sleep(200)
    }
  }

  async function createWithRetries(
    kind: WriteKind,
    resident: ClusterAccount,
    path: string,
    body: (marker: string) => object,
  ): Promise<AcknowledgedWrite> {
    const marker = randomUUID()
    const caller = createCaller(url, resident.token, { 'idempotency-key': marker })
    // Creates the body only once, because a repeated call must be equal and a new body would contain another
    // date.
    const requestBody = body(marker)
    const began = performance.now()
    const { id } = await repeatUntilCreated<{ id: number }>(kind, () => caller.post(path, requestBody))
    return { id, marker, startedAt: began }
  }

  async function writeTicketsAndMessages(resident: ClusterAccount): Promise<void> {
    while (!state.isStopped) {
      tickets.push(await createWithRetries('ticket', resident, '/ticket', createGatePassBody))
      messages.push(
        await createWithRetries('message', resident, '/message', (text) => ({
          kind: 'tenant',
          id: resident.id,
          text,
        })),
      )
      // Waits, so that there are not too many tickets: each simulated page of the test stores all of them.
      await sleep(250)
    }
  }

  async function writeReports(resident: ClusterAccount): Promise<void> {
    for (let n = 0; n < MAX_UPLOADS && !state.isStopped; n++) {
      const { key } = await repeatUntilCreated('upload', () =>
        resident.withBaseUrl(url).upload('incidentreports', pictureContent, 'door.png'),
      )
      uploads.push(key)
      const createReportBody = (title: string) => ({
        title,
        description: 'It does not close.',
        images: [{ name: 'door.png', url: key }],
      })
      reports.push({ ...(await createWithRetries('report', resident, '/report', createReportBody)), key })
      // Waits, so that the limited number of uploads is spread over all outages.
      await sleep(500)
    }
  }

  const writePromise = Promise.all([...writers.map(writeTicketsAndMessages), ...reporters.map(writeReports)])
  writePromise.catch(() => {})
  return {
    attempts,
    tickets,
    messages,
    reports,
    uploads,
    getAttemptsSince: (time, kind) =>
      attempts.filter(
        (attempt) =>
          attempt.startedAt >= time && attempt.endedAt > 0 && (kind === undefined || attempt.kind === kind),
      ),
    async stop() {
      state.isStopped = true
      await writePromise
    },
  }
}
