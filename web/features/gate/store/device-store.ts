import { type DBSchema, openDB } from 'idb'
import type { EntryResult, GateList } from '@tahanan/contract/gate/answers.ts'
import type { Verdict } from '@tahanan/contract/gate/judge.ts'
import type { EntryKind } from '@tahanan/contract/gate/words.ts'
import type { AdminMe } from '@tahanan/contract/sessions/answers.ts'

/** An entry as `POST /gate-events` takes it. */
export interface GateEvent {
  key: string
  code: string
  kind: EntryKind
  people: number
  at: string
  deviceAt: string
  offline: boolean
  verdict?: Verdict
  undoes?: string
  ticked?: string[]
  note?: string
}

/** An entry of this device. It names no visitor: it may outlive the session (docs/decisions/0040-the-gates-device.md). */
export interface KeptEntry {
  /** Order of the queue. */
  seq: number
  event: GateEvent
  /** People that it adds to those who came in and went out. */
  entered: number
  left: number
  /** Name of the guard who recorded it. */
  by: string
  /** The server has answered it; it is kept until a list knows it. */
  answered?: true
}

/** A late answer that the guard has not read yet. */
export interface KeptContradiction {
  key: string
  code: string
  message: string
}

/** Data that the guard of a session may read without a connection. */
export interface KeptDay {
  list: GateList
  me: AdminMe
  /** When the session began here, and the clock's offset then, in milliseconds. */
  since: number
  offset: number
}

interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  text: ArrayBuffer
}

interface GateDb extends DBSchema {
  day: { key: 'day'; value: Sealed }
  entries: { key: number; value: KeptEntry }
  contradictions: { key: string; value: KeptContradiction }
}

/** The database of an enrolled device. */
export type DeviceStore = Awaited<ReturnType<typeof openDeviceStore>>

/** An entry survives a crash of the machine once it is written. */
const STRICT = { durability: 'strict' } as const

export async function openDeviceStore(name = 'gate') {
  const db = await openDB<GateDb>(name, 1, {
    upgrade: (made) => {
      made.createObjectStore('day')
      made.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true })
      made.createObjectStore('contradictions', { keyPath: 'key' })
    },
  })
  return {
    close: () => db.close(),
    entries: () => db.getAll('entries'),
    contradictions: () => db.getAll('contradictions'),
    removeContradiction: (key: string) => db.delete('contradictions', key),

    /** Returns what was kept with this token; undefined for that of another session. */
    readDay: async (token: string): Promise<KeptDay | undefined> => {
      const sealed = await db.get('day', 'day')
      return sealed && unseal(sealed, token).catch(() => undefined)
    },

    /** Keeps a new list, and forgets the answered entries that it knows. */
    writeDay: async (token: string, day: KeptDay, known: readonly number[]): Promise<void> => {
      const sealed = await seal(day, token)
      const tx = db.transaction(['day', 'entries'], 'readwrite')
      await Promise.all([
        tx.objectStore('day').put(sealed, 'day'),
        ...known.map((seq) => tx.objectStore('entries').delete(seq)),
        tx.done,
      ])
    },

    addEntry: async (entry: Omit<KeptEntry, 'seq'>): Promise<void> => {
      const tx = db.transaction('entries', 'readwrite', STRICT)
      // The key path fills `seq` in.
      await Promise.all([tx.store.add(entry as KeptEntry), tx.done])
    },

    removeEntry: async (key: string): Promise<void> => {
      const tx = db.transaction('entries', 'readwrite', STRICT)
      for (const { seq, event } of await tx.store.getAll()) if (event.key === key) void tx.store.delete(seq)
      await tx.done
    },

    /** Notes the server's answers. Entries without one stay in the queue. */
    settle: async (sent: readonly KeptEntry[], results: readonly EntryResult[]): Promise<void> => {
      const answers = new Map(results.map((result) => [result.key, result]))
      const tx = db.transaction(['entries', 'contradictions'], 'readwrite', STRICT)
      const entries = tx.objectStore('entries')
      for (const entry of sent) {
        const answer = answers.get(entry.event.key)
        if (!answer) continue
        if (answer.outcome === 'refused') void entries.delete(entry.seq)
        else void entries.put({ ...entry, answered: true })
        const { key, code } = entry.event
        if (answer.message !== '')
          void tx.objectStore('contradictions').put({ key, code, message: answer.message })
      }
      await tx.done
    },

    /** Notes that these entries may have reached the server or not: they are written in any case. */
    markOffline: async (sent: readonly KeptEntry[]): Promise<void> => {
      const tx = db.transaction('entries', 'readwrite', STRICT)
      for (const entry of sent) void tx.store.put({ ...entry, event: { ...entry.event, offline: true } })
      await tx.done
    },

    /** Removes everything but the entries that the server has not answered. */
    wipe: async (): Promise<void> => {
      const tx = db.transaction(['day', 'entries', 'contradictions'], 'readwrite', STRICT)
      const entries = tx.objectStore('entries')
      for (const { seq, answered } of await entries.getAll()) if (answered) void entries.delete(seq)
      void tx.objectStore('day').clear()
      void tx.objectStore('contradictions').clear()
      await tx.done
    },
  }
}

/** The session's token opens the list, so that nobody can read it once the token is removed. */
async function keyOf(token: string): Promise<CryptoKey> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`gate ${token}`))
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

async function seal(day: KeptDay, token: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(day))
  return { iv, text: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(token), text) }
}

async function unseal({ iv, text }: Sealed, token: string): Promise<KeptDay> {
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await keyOf(token), text)
  return JSON.parse(new TextDecoder().decode(plain)) as KeptDay
}

/** Removes what the last session kept on this device; entries that were not sent stay. */
export async function wipeDevice(): Promise<void> {
  const store = await openDeviceStore()
  await store.wipe()
  store.close()
}
