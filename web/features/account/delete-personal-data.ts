import { ApiError, api } from '#lib/api/api.ts'
import { getCurrentArea, deleteSession } from '#lib/api/session.ts'

/**
 * Deletes all personal data that this browser stores for this area (rules 1.34): web storage before the first
 * await, databases and notifications before it resolves. If the session ended without a logout (`isEnded`),
 * drafts remain for the same account.
 */
export async function deletePersonalData({ isEnded = false } = {}): Promise<void> {
  deleteSession({ isEnded })
  await Promise.allSettled([removeDatabases(), !isEnded && closeNotifications()])
}

/**
 * IndexedDB of an enrolled gate device. After a logout, its unsent entries remain without names (rules
 * 24.49).
 */
const GATE_DATABASE = 'gate'

async function removeDatabases(): Promise<void> {
  // Undefined in browsers that store nothing here, for example without HTTPS.
  const all = (await globalThis.indexedDB?.databases?.()) ?? []
  for (const { name } of all) if (name !== undefined && name !== GATE_DATABASE) indexedDB.deleteDatabase(name)
  if (getCurrentArea() !== 'admin' || !all.some(({ name }) => name === GATE_DATABASE)) return
  const { wipeDevice } = await import('#features/gate/store/device-store.ts')
  await wipeDevice()
}

/** Push notifications may contain names. */
async function closeNotifications(): Promise<void> {
  if (getCurrentArea() !== 'client') return
  const worker = await navigator.serviceWorker?.getRegistration()
  for (const shown of (await worker?.getNotifications()) ?? []) shown.close()
}

/**
 * Local-storage key of the SHA-256 hashes of tokens whose logout has not reached the server. Nobody can log
 * in with a hash.
 */
const ENDED_SESSIONS = 'ENDED_SESSIONS'

function getEndedSessions(): string[] {
  try {
    return JSON.parse(localStorage.getItem(ENDED_SESSIONS) ?? '[]') as string[]
  } catch {
    return []
  }
}

function saveEndedSessions(hashes: readonly string[]): void {
  if (hashes.length === 0) localStorage.removeItem(ENDED_SESSIONS)
  else localStorage.setItem(ENDED_SESSIONS, JSON.stringify(hashes))
}

export async function rememberEndedSession(token: string): Promise<void> {
  // Undefined without HTTPS; the session then ends when it expires.
  const hash = await crypto.subtle?.digest('SHA-256', new TextEncoder().encode(token))
  if (hash)
    saveEndedSessions([
      ...getEndedSessions(),
      Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    ])
}

/** Sends logouts that happened offline to the server, now and when the browser is online again. */
export function sendEndedSessions(): void {
  void sendAll()
  addEventListener('online', () => void sendAll())
}

async function sendAll(): Promise<void> {
  for (const session of getEndedSessions()) {
    const failure: unknown = await api
      .post('/ended-session', { session }, { quiet: true })
      .catch((error: unknown) => error)
    if (failure instanceof ApiError && failure.isUnanswered) return
    saveEndedSessions(getEndedSessions().filter((other) => other !== session))
  }
}
