/**
 * Names of the live channels (rules 10.5). Only the server joins sockets to rooms. The channel of an office record
 * is the path of its list and sends `{ data: { id } }`; open lists then refetch.
 */
export const channels = {
  clientTickets: (many: string, tenantId: number) => `client-${many}-crud.${tenantId}`,
  adminTickets: (many: string, adminId: number) => `admin-${many}-crud.${adminId}`,
  /** The event is the payment as its reader sees it; status 0 means deleted. */
  clientPayments: (tenantId: number) => `client-payments-crud.${tenantId}`,
  adminPayments: (adminId: number) => `admin-payments-crud.${adminId}`,
  clientNotifications: (tenantId: number) => `client-notifications.${tenantId}`,
  adminNotifications: (adminId: number) => `admin-notifications.${adminId}`,
  /** `{ kind, id, message }`; `message` is null if the conversation was only seen or settled (rules 23.4). */
  clientMessages: (tenantId: number) => `client-messages.${tenantId}`,
  adminMessages: (adminId: number) => `admin-messages.${adminId}`,
  /** `{ kind, id, note }`, for administrators who may view the record. */
  adminNotes: (adminId: number) => `admin-notes.${adminId}`,
  /** A colleague is writing: `{ kind, id, name }`. Clients report it by the event `writing` (rules 23.49). */
  adminWriting: (adminId: number) => `admin-writing.${adminId}`,
  /** Sent when a walk-in waits for the resident's answer, and when it was answered. */
  clientWalkIns: (tenantId: number) => `client-walk-ins.${tenantId}`,
  /**
   * Sent when a pass, entry, walk-in or the do-not-admit list changed: `{ data: { id } }` of the pass, or no id. For
   * viewers of the gate.
   */
  gate: 'gate',
  /** Clients subscribe by the event `soa-update`. */
  soaUpdate: (uniqId: string) => `soa-update.${uniqId}`,
  soaUpdateEvent: 'soa-update-channel',
  /** Website settings and maintenance, for all sockets, also without a login. */
  publicSettings: 'public-settings',
  /** `{ data: { id } }`; open lists refetch. */
  posts: 'posts',
  /** The comment as its reader sees it, or `{ id, status: 0 }` after deletion. */
  comments: (postId: number) => `comments.${postId}`,
  /** Permissions, balance or services of the caller changed. The page refetches `GET /api/me`. */
  account: 'account',
  /**
   * Sent after a socket connects if its channels had an event after its page began to load (`since` of the
   * handshake). The page refetches.
   */
  missed: 'missed',
  /** `{ data: SessionEnded }`; the server then closes the connection. */
  sessionEnded: 'session-ended',
  /** `{ data: { id } }`, without id for several. For viewers of tenants or billings. */
  tenants: 'tenants',
  /** `{ data: { id } }`, for administrators who may list administrators. */
  administrators: 'administrators',
  feedbacks: 'feedbacks',
  /** `{ data: { id } }`, for viewers of privacy requests. */
  privacyRequests: 'privacy-requests',
  /** `{ tenantId, online, lastSeen }`, for the Logged In Monitor. */
  loggedIn: 'logged-in',
} as const

/** A typing event does not mean that stored records changed. */
export const isChange = (event: string): boolean => !event.startsWith('admin-writing.')

export interface LiveEvent<Row> {
  data: Row
}

/** `expired`: the session timed out. Otherwise its owner or the office ended it. */
export interface SessionEnded {
  expired: boolean
}
