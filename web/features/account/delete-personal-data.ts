import { ApiError, api } from '#lib/api/api.ts'
import { getCurrentArea, deleteSession } from '#lib/api/session.ts'

/**
 * Deletes all personal data that this browser stores for this area (rules 1.34). Web storage is cleared
 * before the first await. Databases and notifications are deleted before the promise resolves. With `isEnded`
 * (the session ended without a logout) the account's drafts remain.
 */
export async function deletePersonalData({ isEnded = false } = {}): Promise<void> {
  deleteSession({ isEnded })
  await Promise.allSettled([removeDatabases(), !isEnded && closeNotifications()])
}

/**
 * Name of the IndexedDB database of an enrolled gate device. A logout does not delete its unsent entries, but
 * removes names from them (rules 24.49).
 */
const GATE_DATABASE = 'gate'

async function removeDatabases(): Promise<void> {
  // Undefined if the browser has no such storage, for example without HTTPS.
  const databaseInfos = (await globalThis.indexedDB?.databases?.()) ?? []
  for (const { name } of databaseInfos)
    if (name !== undefined && name !== GATE_DATABASE) indexedDB.deleteDatabase(name)
  if (getCurrentArea() !== 'admin' || !databaseInfos.some(({ name }) => name === GATE_DATABASE)) return
  const { wipeDeviceStore } = await import('#features/gate/store/device-store.ts')
  await wipeDeviceStore()
}

/** Closes push notifications, because their texts may contain names. */
async function closeNotifications(): Promise<void> {
  if (getCurrentArea() !== 'client') return
  const worker = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await worker?.getNotifications()) ?? []) notification.close()
}

/**
 * Local-storage key of logouts that have not reached the server. It stores the SHA-256 hash of each session
 * token, because a hash cannot be used to log in.
 */
const ENDED_SESSIONS_KEY = 'ENDED_SESSIONS'

function getEndedSessions(): string[] {
  try {
    return JSON.parse(localStorage.getItem(ENDED_SESSIONS_KEY) ?? '[]') as string[]
  } catch {
    return []
  }
}

function saveEndedSessions(hashes: readonly string[]): void {
  if (hashes.length === 0) localStorage.removeItem(ENDED_SESSIONS_KEY)
  else localStorage.setItem(ENDED_SESSIONS_KEY, JSON.stringify(hashes))
}

export async function addEndedSession(token: string): Promise<void> {
  // `subtle` is undefined without HTTPS. The logout is then not sent, and the session ends when it expires.
  const hash = await crypto.subtle?.digest('SHA-256', new TextEncoder().encode(token))
  if (hash)
    saveEndedSessions([
      ...getEndedSessions(),
      Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    ])
}

export function sendEndedSessions(): void {
  void sendAllEndedSessions()
  addEventListener('online', () => void sendAllEndedSessions())
}

async function sendAllEndedSessions(): Promise<void> {
  for (const session of getEndedSessions()) {
    const failure: unknown = await api
      .post('/ended-session', { session }, { quiet: true })
      .catch((error: unknown) => error)
    if (failure instanceof ApiError && failure.isUnanswered) return
    saveEndedSessions(getEndedSessions().filter((endedSession) => endedSession !== session))
  }
}
