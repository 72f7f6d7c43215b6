import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { gatePass } from '@tahanan/contract/tickets/modules/gate-pass.ts'
import { picture } from '@tahanan/server/platform/files/content/testing-samples.ts'
import type { Accounts } from './add-accounts.ts'

/** A write that the portal acknowledged and that it must not lose. */
export type AcknowledgedWrite =
  | { kind: 'ticket'; id: number; number: string; marker: string; picture?: StoredPicture }
  | { kind: 'approval'; id: number }
  | { kind: 'payment'; id: number; amount: number; picture: StoredPicture }

interface StoredPicture {
  key: string
  /** SHA-256 of the stored content, downloaded right after the upload; null if the download failed. */
  sha256: string | null
}

/**
 * Load during a fault: callers who file tickets with pictures, pay, and approve tickets. Each caller makes
 * one call at a time.
 */
export interface Load {
  readonly acknowledged: readonly AcknowledgedWrite[]
  /**
   * Numbers of failed calls. `unavailable`: refused with 503. `storageFull`: those among them with the code
   * `storageFull`, except uploads. `unanswered`: calls without an answer.
   */
  readonly refused: { unavailable: number; storageFull: number; unanswered: number }
  readonly unexpected: readonly string[]
  stop(): Promise<void>
}

/** Number of uploads by session token. It is limited, because the portal allows a hundred uploads a day. */
const uploads = new Map<string, number>()
const canUpload = (token: string): boolean => (uploads.get(token) ?? 0) < 90

interface FiledTicket {
  id: number
  ticketNumber: string
}

class CallFailed extends Error {}

/**
 * Starts the load: residents file tickets, upload pictures and pay; the administrator approves. `now` returns
 * the time of the portal's clock.
 */
export async function startLoad(
  url: string,
  { residents, admin }: Accounts,
  now: () => number = Date.now,
): Promise<Load> {
  const getTimeAhead = (hours: number) => new Date(now() + hours * 3_600_000).toISOString()
  const content = await picture('png')
  const acknowledged: AcknowledgedWrite[] = []
  const refused = { unavailable: 0, storageFull: 0, unanswered: 0 }
  const unexpected: string[] = []
  const toApprove: number[] = []
  const state = { stopped: false }

  async function call<Body>(
    method: string,
    path: string,
    token: string,
    body?: object | FormData,
  ): Promise<Body> {
    const form = body instanceof FormData
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && !form && { 'content-type': 'application/json' }),
      },
      ...(body && { body: form ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    }).catch(() => null)
    const text = await answer?.text().catch(() => null)
    if (!answer || text === null || text === undefined) {
      refused.unanswered += 1
      throw new CallFailed()
    }
    if (answer.status === 503) {
      refused.unavailable += 1
      if (!form && (JSON.parse(text) as { code: string }).code === 'storageFull') refused.storageFull += 1
      throw new CallFailed()
    }
    if (!answer.ok) {
      unexpected.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`)
      throw new CallFailed()
    }
    return JSON.parse(text) as Body
  }

  async function upload(folder: string, token: string): Promise<StoredPicture & { name: string }> {
    uploads.set(token, (uploads.get(token) ?? 0) + 1)
    const form = new FormData()
    form.append('url', `${folder}/proof.png`)
    form.append('file', new Blob([new Uint8Array(content)]), 'proof.png')
    const { key, name, location } = await call<{ key: string; name: string; location: string }>(
      'POST',
      '/file',
      token,
      form,
    )
    const bytes = await fetch(new URL(location, url))
      .then((answer) => (answer.ok ? answer.arrayBuffer() : null))
      .catch(() => null)
    return { key, name, sha256: bytes && createHash('sha256').update(Buffer.from(bytes)).digest('hex') }
  }

  async function fileTicket(token: string): Promise<void> {
    const marker = randomUUID()
    const { id, ticketNumber } = await call<FiledTicket>('POST', '/ticket', token, {
      ...gatePass.example,
      bearerName: marker,
      dateOfApplication: getTimeAhead(1),
      dateOfUse: getTimeAhead(48),
    })
    acknowledged.push({ kind: 'ticket', id, number: ticketNumber, marker })
    toApprove.push(id)
  }

  async function fileReport(token: string): Promise<void> {
    const marker = randomUUID()
    const picture = await upload('incidentreports', token)
    const { id, ticketNumber } = await call<FiledTicket>('POST', '/report', token, {
      title: marker,
      description: 'What happened.',
      images: [{ name: picture.name, url: picture.key }],
    })
    acknowledged.push({ kind: 'ticket', id, number: ticketNumber, marker, picture })
  }

  async function pay(token: string): Promise<void> {
    const slip = await upload('depositslip', token)
    const amount = Math.round(100 + Math.random() * 100_000) / 100
    const { id } = await call<{ id: number }>('POST', '/payment', token, {
      amountPaid: amount,
      transactionDate: getTimeAhead(0),
      confirmedDuplicate: true,
      images: [{ name: slip.name, url: slip.key }],
    })
    acknowledged.push({ kind: 'payment', id, amount, picture: slip })
  }

  async function approve(token: string): Promise<void> {
    const id = toApprove.shift()
    if (id === undefined) return sleep(20)
    // Approvals are not repeated: an unanswered approval may have been stored, and a second one would be
    // refused with 409.
    await call('PUT', `/ticket/${id}`, token, { status: 2, remarks: `approved ${id}` })
    acknowledged.push({ kind: 'approval', id })
  }

  /** Runs the actions one after the other until the load is stopped. Failed calls do not end it. */
  async function repeat(actions: readonly (() => Promise<void>)[], first: number): Promise<void> {
    for (let n = first; !state.stopped; n++) {
      await actions[n % actions.length]?.().catch((error: unknown) => {
        if (!(error instanceof CallFailed)) throw error
        // The pause after a failed call leaves processor time to a portal that is starting.
        return sleep(100)
      })
    }
  }
  const callers = Promise.all([
    ...residents.map(({ token }, n) =>
      repeat(
        [
          () => fileTicket(token),
          ...[fileReport, pay].map((send) => () => (canUpload(token) ? send(token) : fileTicket(token))),
        ],
        n,
      ),
    ),
    repeat([() => approve(admin.token)], 0),
  ])
  // This handler prevents an 'unhandled rejection' of Node. A failure of a caller is reported later, when
  // `stop` rejects.
  callers.catch(() => {})
  return {
    acknowledged,
    refused,
    unexpected,
    async stop() {
      state.stopped = true
      await callers
    },
  }
}
