import { type DBSchema, openDB } from 'idb'
import { ApiError } from '#lib/api/api.ts'
import type { EntryResult, GateList } from '@tahanan/contract/gate/answers.ts'
import type { Verdict } from '@tahanan/contract/gate/judge-pass.ts'
import type { EntryKind } from '@tahanan/contract/gate/labels-and-codes.ts'
import type { OfflineWalkIn } from '@tahanan/contract/gate/requests.ts'
import type { AdminMe } from '@tahanan/contract/sessions/answers.ts'

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
  workers?: string[]
  note?: string
  officeYes?: string
  /** Data of people admitted by this device without a pass. `code` is then the code of their new pass. */
  walkIn?: OfflineWalkIn
  /** Id of the administrator who recorded the entry. Set only if another administrator sends it. */
  by?: number
}

/**
 * Entry in the queue of this device. It stays there until the stored list of passes includes it, even after a
 * logout. `wipe` then removes its texts (docs/decisions/0040-the-gates-device.md).
 */
export interface QueuedEntry {
  seq: number
  event: GateEvent
  entered: number
  left: number
  byId?: number | undefined
  /**
   * True if the server has answered. The entry then stays until the stored list of passes includes its
   * effect.
   */
  answered?: true
}

interface StoredContradiction {
  key: string
  code: string
  message: string
}

export interface StoredDay {
  list: GateList
  me: AdminMe
  /**
   * `since`: start of the session on this device. `offset`: by how much the server's clock was ahead when the
   * list was stored. Both in milliseconds.
   */
  since: number
  offset: number
}

interface EncryptedDay {
  iv: Uint8Array<ArrayBuffer>
  text: ArrayBuffer
}

interface GateDb extends DBSchema {
  day: { key: 'day'; value: EncryptedDay }
  entries: { key: number; value: QueuedEntry }
  contradictions: { key: string; value: StoredContradiction }
}

export type DeviceStore = Awaited<ReturnType<typeof openDeviceStore>>

/** Thrown if the device cannot store data, because its storage is full or the browser denies storage. */
export class DeviceStorageError extends ApiError {
  constructor(message = 'The storage of this device is full.') {
    super(507, message)
  }
}

/**
 * Unit such as `A-101` or `Tower 2 12B`. Guards also type people's names as the unit, which a wipe must remove.
 */
const UNIT_CODE_PATTERN =
  /^(?:(?:(?:tower|building|bldg|block|blk|lot|phase|house|unit) )?[a-z]{0,2}-?\d[a-z\d-]{0,6} ?){1,3}$/i

/** Removes the texts of a walk-in (person without a pass) except a unit code. */
const removeNames = ({ unit, ...walkIn }: OfflineWalkIn): OfflineWalkIn => ({
  ...walkIn,
  name: '',
  purpose: '',
  plate: '',
  unit: UNIT_CODE_PATTERN.test(unit) ? unit : '',
})

/** Strict durability: a stored entry survives a crash of the device. */
const STRICT_DURABILITY = { durability: 'strict' } as const

export async function openDeviceStore(name = 'gate', onSave: (isSaved: boolean) => void = () => {}) {
  const db = await openDB<GateDb>(name, 1, {
    upgrade: (database) => {
      database.createObjectStore('day')
      database.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true })
      database.createObjectStore('contradictions', { keyPath: 'key' })
    },
  })
  const reportSaveResult =
    <Args extends unknown[]>(write: (...args: Args) => Promise<unknown>) =>
    async (...args: Args): Promise<void> => {
      try {
        await write(...args)
      } catch (failure) {
        if (!(failure instanceof DOMException)) throw failure
        onSave(false)
        throw new DeviceStorageError()
      }
      onSave(true)
    }
  return {
    close: () => db.close(),
    entries: () => db.getAll('entries'),
    contradictions: () => db.getAll('contradictions'),
    removeContradiction: (key: string) => db.delete('contradictions', key),

    readDay: async (token: string): Promise<StoredDay | undefined> => {
      const encryptedDay = await db.get('day', 'day')
      return encryptedDay && decryptDay(encryptedDay, token).catch(() => undefined)
    },

    /**
     * Stores a new list of passes. Deletes the entries `includedEntryIds`, because the new list already
     * includes them.
     */
    writeDay: reportSaveResult(async (token: string, day: StoredDay, includedEntryIds: readonly number[]) => {
      const encryptedDay = await encryptDay(day, token)
      const tx = db.transaction(['day', 'entries'], 'readwrite')
      await Promise.all([
        tx.objectStore('day').put(encryptedDay, 'day'),
        ...includedEntryIds.map((seq) => tx.objectStore('entries').delete(seq)),
        tx.done,
      ])
    }),

    addEntry: reportSaveResult(async (entry: Omit<QueuedEntry, 'seq'>) => {
      const tx = db.transaction('entries', 'readwrite', STRICT_DURABILITY)
      // IndexedDB adds `seq`, the key of the entry.
      await Promise.all([tx.store.add(entry as QueuedEntry), tx.done])
    }),

    removeEntry: async (key: string): Promise<void> => {
      const tx = db.transaction('entries', 'readwrite', STRICT_DURABILITY)
      for (const { seq, event } of await tx.store.getAll()) if (event.key === key) void tx.store.delete(seq)
      await tx.done
    },

    settle: reportSaveResult(async (sentEntries: readonly QueuedEntry[], results: readonly EntryResult[]) => {
      const resultByKey = new Map(results.map((result) => [result.key, result]))
      const tx = db.transaction(['entries', 'contradictions'], 'readwrite', STRICT_DURABILITY)
      const [entries, contradictions] = [tx.objectStore('entries'), tx.objectStore('contradictions')]
      const pendingWrites = sentEntries.flatMap((entry): Promise<unknown>[] => {
        const { key, code } = entry.event
        const entryResult = resultByKey.get(key)
        if (!entryResult) return []
        const { outcome, message } = entryResult
        return [
          outcome === 'refused' ? entries.delete(entry.seq) : entries.put({ ...entry, answered: true }),
          ...(message === '' ? [] : [contradictions.put({ key, code, message })]),
        ]
      })
      await Promise.all([...pendingWrites, tx.done])
    }),

    /**
     * Marks entries as recorded offline after a failed call, because the server always accepts such entries.
     * The failed call may already have reached the server.
     */
    markOffline: reportSaveResult(async (sentEntries: readonly QueuedEntry[]) => {
      const tx = db.transaction('entries', 'readwrite', STRICT_DURABILITY)
      const offlineEntries = sentEntries.map((entry) => ({
        ...entry,
        event: { ...entry.event, offline: true },
      }))
      await Promise.all([...offlineEntries.map((entry) => tx.store.put(entry)), tx.done])
    }),

    /**
     * Keeps entries that the server has not answered, but removes their texts, because they contain names.
     */
    wipe: async (): Promise<void> => {
      const tx = db.transaction(['day', 'entries', 'contradictions'], 'readwrite', STRICT_DURABILITY)
      const entryStore = tx.objectStore('entries')
      for (const { seq, event, entered, left, byId, answered } of await entryStore.getAll()) {
        const { note: _, officeYes: __, workers: ___, walkIn, ...nameless } = event
        if (walkIn) Object.assign(nameless, { walkIn: removeNames(walkIn) })
        void (answered
          ? entryStore.delete(seq)
          : entryStore.put({ seq, event: nameless, entered, left, byId }))
      }
      void tx.objectStore('day').clear()
      void tx.objectStore('contradictions').clear()
      await tx.done
    },
  }
}

/** Derives the key from the session's token, so that nobody can decrypt the list after a logout. */
async function deriveKey(token: string): Promise<CryptoKey> {
  const keyBytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`gate ${token}`))
  return crypto.subtle.importKey('raw', keyBytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

async function encryptDay(day: StoredDay, token: string): Promise<EncryptedDay> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(day))
  return { iv, text: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await deriveKey(token), text) }
}

async function decryptDay({ iv, text }: EncryptedDay, token: string): Promise<StoredDay> {
  const decryptedBytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await deriveKey(token), text)
  return JSON.parse(new TextDecoder().decode(decryptedBytes)) as StoredDay
}

/** Deletes the data of the last session. Unsent entries remain, without names. */
export async function wipeDeviceStore(): Promise<void> {
  const store = await openDeviceStore()
  await store.wipe()
  store.close()
}
