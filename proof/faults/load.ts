import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { gatePass } from '@tahanan/contract/tickets/modules/gate-pass.ts'
import { picture } from '@tahanan/server/platform/files/content/testing-samples.ts'
import type { People } from './people.ts'

/** A write that the portal acknowledged and that must be durable. */
export type Acknowledged =
  | { kind: 'ticket'; id: number; number: string; marker: string; picture?: StoredPicture }
  | { kind: 'approval'; id: number }
  | { kind: 'payment'; id: number; amount: number; picture: StoredPicture }

/** A file by its key, and what was sent (pictures are stored anew, so the content differs). */
interface StoredPicture {
  key: string
  /** SHA-256 of what its link gave right after the upload; null when nobody could ask any more. */
  sha256: string | null
}

/** Load of people who file tickets with pictures, pay and approve, one call after another each, through all faults. */
export interface Load {
  readonly acknowledged: readonly Acknowledged[]
  /** Calls refused with 503; those among them, uploads apart, that name the storage; and calls without an answer. */
  readonly refused: { unavailable: number; storageFull: number; unanswered: number }
  /** Answers that a portal in trouble must not give: neither a success nor a 503. */
  readonly strange: readonly string[]
  stop(): Promise<void>
}

/** Uploads that each resident has begun, over all loads: a day takes a hundred. */
const uploads = new Map<string, number>()
const mayUpload = (token: string): boolean => (uploads.get(token) ?? 0) < 90

interface Filed {
  id: number
  ticketNumber: string
}

class NotDone extends Error {}

/**
 * Starts the load: each resident files, uploads and pays, the administrator approves what was filed. `now` is what time it is for
 * them, in milliseconds since 1970.
 */
export async function startLoad(
  url: string,
  { residents, admin }: People,
  now: () => number = Date.now,
): Promise<Load> {
  const soon = (hours: number) => new Date(now() + hours * 3_600_000).toISOString()
  const content = await picture('png')
  const acknowledged: Acknowledged[] = []
  const refused = { unavailable: 0, storageFull: 0, unanswered: 0 }
  const strange: string[] = []
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
      // Nothing may take so long; a call that hangs would show as an answer that is missing.
      signal: AbortSignal.timeout(20_000),
    }).catch(() => null)
    const text = await answer?.text().catch(() => null)
    if (!answer || text === null || text === undefined) {
      refused.unanswered += 1
      throw new NotDone()
    }
    if (answer.status === 503) {
      refused.unavailable += 1
      if (!form && (JSON.parse(text) as { code: string }).code === 'storageFull') refused.storageFull += 1
      throw new NotDone()
    }
    if (!answer.ok) {
      strange.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`)
      throw new NotDone()
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
    const { id, ticketNumber } = await call<Filed>('POST', '/ticket', token, {
      ...gatePass.example,
      bearerName: marker,
      dateOfApplication: soon(1),
      dateOfUse: soon(48),
    })
    acknowledged.push({ kind: 'ticket', id, number: ticketNumber, marker })
    toApprove.push(id)
  }

  async function report(token: string): Promise<void> {
    const marker = randomUUID()
    const picture = await upload('incidentreports', token)
    const { id, ticketNumber } = await call<Filed>('POST', '/report', token, {
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
      transactionDate: soon(0),
      confirmedDuplicate: true,
      images: [{ name: slip.name, url: slip.key }],
    })
    acknowledged.push({ kind: 'payment', id, amount, picture: slip })
  }

  async function office(token: string): Promise<void> {
    const id = toApprove.shift()
    if (id === undefined) return sleep(20)
    // An approval without an answer may have happened; the portal then says so (409) when it is asked again.
    await call('PUT', `/ticket/${id}`, token, { status: 2, remarks: `approved ${id}` })
    acknowledged.push({ kind: 'approval', id })
  }

  /** Each thing in its turn, whether it went well or not. */
  async function goOn(things: readonly (() => Promise<void>)[], first: number): Promise<void> {
    for (let n = first; !state.stopped; n++) {
      await things[n % things.length]?.().catch((error: unknown) => {
        if (!(error instanceof NotDone)) throw error
        // So that a portal that starts has the machine for itself.
        return sleep(100)
      })
    }
  }
  const everybody = Promise.all([
    ...residents.map(({ token }, n) =>
      goOn(
        [
          () => fileTicket(token),
          ...[report, pay].map((send) => () => (mayUpload(token) ? send(token) : fileTicket(token))),
        ],
        n,
      ),
    ),
    goOn([() => office(admin.token)], 0),
  ])
  // Told by `stop`; without a listener until then it would end the run.
  everybody.catch(() => {})
  return {
    acknowledged,
    refused,
    strange,
    async stop() {
      state.stopped = true
      await everybody
    },
  }
}
