import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { gatePass } from '@tahanan/contract/tickets/modules/gate-pass.ts'
import { createSamplePicture } from '@tahanan/server/platform/files/content/testing-samples.ts'
import type { Accounts } from './add-accounts.ts'

export type AcknowledgedWrite =
  | { kind: 'ticket'; id: number; number: string; marker: string; picture?: StoredPicture }
  | { kind: 'approval'; id: number }
  | { kind: 'payment'; id: number; amount: number; picture: StoredPicture }

interface StoredPicture {
  key: string
  /** SHA-256 of the stored content, downloaded right after the upload; null if the download failed. */
  sha256: string | null
}

export interface Load {
  readonly acknowledged: readonly AcknowledgedWrite[]
  /**
   * Numbers of failed calls. `unavailable`: responses with 503. `storageFull`: responses with 503 and the
   * code `storageFull`, except to uploads. `unanswered`: calls without a response.
   */
  readonly refused: { unavailable: number; storageFull: number; unanswered: number }
  readonly unexpectedAnswers: readonly string[]
  stop(): Promise<void>
}

/** Number of uploads by session token. The test stays below the limit of a hundred uploads a day. */
const uploadCounts = new Map<string, number>()
const canUpload = (token: string): boolean => (uploadCounts.get(token) ?? 0) < 90

interface FiledTicket {
  id: number
  ticketNumber: string
}

class FailedCallError extends Error {}

/**
 * Lets residents create tickets and payments and an administrator approve tickets until `stop`. `now` returns
 * the time of the portal's clock.
 */
export async function startLoad(
  url: string,
  { residents, admin }: Accounts,
  now: () => number = Date.now,
): Promise<Load> {
  const getTimeAhead = (hours: number) => new Date(now() + hours * 3_600_000).toISOString()
  const pictureContent = await createSamplePicture('png')
  const acknowledgedWrites: AcknowledgedWrite[] = []
  const refusalCounts = { unavailable: 0, storageFull: 0, unanswered: 0 }
  const unexpectedAnswers: string[] = []
  const ticketIdsToApprove: number[] = []
  const state = { stopped: false }

  async function callApi<Body>(
    method: string,
    path: string,
    token: string,
    body?: object | FormData,
  ): Promise<Body> {
    const form = body instanceof FormData
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && !form && { 'content-type': 'application/json' }),
      },
      ...(body && { body: form ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    }).catch(() => null)
    const text = await response?.text().catch(() => null)
    if (!response || text === null || text === undefined) {
      refusalCounts.unanswered += 1
      throw new FailedCallError()
    }
    if (response.status === 503) {
      refusalCounts.unavailable += 1
      if (!form && (JSON.parse(text) as { code: string }).code === 'storageFull')
        refusalCounts.storageFull += 1
      throw new FailedCallError()
    }
    if (!response.ok) {
      unexpectedAnswers.push(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`)
      throw new FailedCallError()
    }
    return JSON.parse(text) as Body
  }

  async function uploadPicture(folder: string, token: string): Promise<StoredPicture & { name: string }> {
    uploadCounts.set(token, (uploadCounts.get(token) ?? 0) + 1)
    const form = new FormData()
    form.append('url', `${folder}/proof.png`)
    form.append('file', new Blob([new Uint8Array(pictureContent)]), 'proof.png')
    const { key, name, location } = await callApi<{ key: string; name: string; location: string }>(
      'POST',
      '/file',
      token,
      form,
    )
    const fileBytes = await fetch(new URL(location, url))
      .then((response) => (response.ok ? response.arrayBuffer() : null))
      .catch(() => null)
    return {
      key,
      name,
      sha256: fileBytes && createHash('sha256').update(Buffer.from(fileBytes)).digest('hex'),
    }
  }

  async function fileTicket(token: string): Promise<void> {
    const marker = randomUUID()
    const { id, ticketNumber } = await callApi<FiledTicket>('POST', '/ticket', token, {
      ...gatePass.example,
      bearerName: marker,
      dateOfApplication: getTimeAhead(1),
      dateOfUse: getTimeAhead(48),
    })
    acknowledgedWrites.push({ kind: 'ticket', id, number: ticketNumber, marker })
    ticketIdsToApprove.push(id)
  }

  async function fileReport(token: string): Promise<void> {
    const marker = randomUUID()
    const picture = await uploadPicture('incidentreports', token)
    const { id, ticketNumber } = await callApi<FiledTicket>('POST', '/report', token, {
      title: marker,
      description: 'What happened.',
      images: [{ name: picture.name, url: picture.key }],
    })
    acknowledgedWrites.push({ kind: 'ticket', id, number: ticketNumber, marker, picture })
  }

  async function uploadDeposit(token: string): Promise<void> {
    const slipUpload = await uploadPicture('depositslip', token)
    const amount = Math.round(100 + Math.random() * 100_000) / 100
    const { id } = await callApi<{ id: number }>('POST', '/payment', token, {
      amountPaid: amount,
      transactionDate: getTimeAhead(0),
      confirmedDuplicate: true,
      images: [{ name: slipUpload.name, url: slipUpload.key }],
    })
    acknowledgedWrites.push({ kind: 'payment', id, amount, picture: slipUpload })
  }

  async function approveTicket(token: string): Promise<void> {
    const id = ticketIdsToApprove.shift()
    if (id === undefined) return sleep(20)
    // An approval without a response is not repeated: it may be stored already, and then the second one would
    // get 409.
    await callApi('PUT', `/ticket/${id}`, token, { status: 2, remarks: `approved ${id}` })
    acknowledgedWrites.push({ kind: 'approval', id })
  }

  async function repeatActions(actions: readonly (() => Promise<void>)[], first: number): Promise<void> {
    for (let n = first; !state.stopped; n++) {
      await actions[n % actions.length]?.().catch((error: unknown) => {
        if (!(error instanceof FailedCallError)) throw error
        // Waits after a failed call, so that a portal that is starting gets CPU time.
        return sleep(100)
      })
    }
  }
  const callers = Promise.all([
    ...residents.map(({ token }, n) =>
      repeatActions(
        [
          () => fileTicket(token),
          ...[fileReport, uploadDeposit].map(
            (send) => () => (canUpload(token) ? send(token) : fileTicket(token)),
          ),
        ],
        n,
      ),
    ),
    repeatActions([() => approveTicket(admin.token)], 0),
  ])
  // Prevents Node's 'unhandled rejection' error. `stop` reports the same error later.
  callers.catch(() => {})
  return {
    acknowledged: acknowledgedWrites,
    refused: refusalCounts,
    unexpectedAnswers,
    async stop() {
      state.stopped = true
      await callers
    },
  }
}
