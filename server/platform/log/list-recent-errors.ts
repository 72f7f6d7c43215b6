export interface RecentError {
  /**
   * Error message with the route or error code. Messages are constant texts of the code, so they never
   * contain personal data.
   */
  readonly kind: string
  readonly count: number
  readonly last: Date
}

const MAX_RECENT_ERRORS = 30
const WARNING = 40

const recentErrors = new Map<string, RecentError>()

export function countLogEntry(
  level: number,
  [details, message]: readonly unknown[],
  loggedAt = new Date(),
): void {
  if (level < WARNING) return
  const messageText =
    typeof details === 'string' ? details : typeof message === 'string' ? message : 'Without words'
  const kind = `${messageText}${formatRoute(details)}${formatCode(details)}`
  const count = (recentErrors.get(kind)?.count ?? 0) + 1
  // Deleting before adding moves the kind to the end of the map, so that the first key is always the oldest.
  recentErrors.delete(kind)
  recentErrors.set(kind, { kind, count, last: loggedAt })
  const [oldestKind] = recentErrors.keys()
  if (recentErrors.size > MAX_RECENT_ERRORS && oldestKind !== undefined) recentErrors.delete(oldestKind)
}

/** Returns the errors since the start, one entry per kind: the 30 that occurred last, newest first. */
export const listRecentErrors = (): RecentError[] => [...recentErrors.values()].toReversed()

function formatRoute(details: unknown): string {
  const route = (details as { route?: unknown } | null | undefined)?.route
  return typeof route === 'string' ? ` at ${route}` : ''
}

function formatCode(details: unknown): string {
  const err = details instanceof Error ? details : (details as { err?: unknown } | null | undefined)?.err
  if (!(err instanceof Error)) return ''
  const { code } = err as { code?: unknown }
  return ` (${typeof code === 'string' ? code : err.name})`
}
