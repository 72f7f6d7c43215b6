/**
 * Names of the live channels (rules 10.5). Only the server joins sockets to rooms; clients listen. The
 * channel of an office record is the path of its list and sends `{ data: { id } }`; open lists then refetch.
 */
export const channels = {
  /** A resident's own tickets of one module: `client-tickets-crud.17`. */
  clientTickets: (many: string, tenantId: number) => `client-${many}-crud.${tenantId}`,
  /** An administrator's view of one module: `admin-tickets-crud.3`. */
  adminTickets: (many: string, adminId: number) => `admin-${many}-crud.${adminId}`,
  /**
   * A resident's own payments, and an administrator's view of all. The event is the payment as its reader
   * sees it; status 0 means deleted.
   */
  clientPayments: (tenantId: number) => `client-payments-crud.${tenantId}`,
  adminPayments: (adminId: number) => `admin-payments-crud.${adminId}`,
  clientNotifications: (tenantId: number) => `client-notifications.${tenantId}`,
  adminNotifications: (adminId: number) => `admin-notifications.${adminId}`,
  /** Messages that the reader may see: `{ kind, id, message }`; null if only seen or settled (rules 23.4). */
  clientMessages: (tenantId: number) => `client-messages.${tenantId}`,
  adminMessages: (adminId: number) => `admin-messages.${adminId}`,
  /** Internal notes of records that the administrator may view: `{ kind, id, note }`. */
  adminNotes: (adminId: number) => `admin-notes.${adminId}`,
  /**
   * A colleague is writing about a record: `{ kind, id, name }`; clients report it by the event `writing`
   * (rules 23.49).
   */
  adminWriting: (adminId: number) => `admin-writing.${adminId}`,
  /** A walk-in that waits for the resident, or its answer, as residents see it. */
  clientWalkIns: (tenantId: number) => `client-walk-ins.${tenantId}`,
  /**
   * A pass, entry, walk-in or the do-not-admit list changed: `{ data: { id } }` of the pass, or without. For
   * viewers of the gate.
   */
  gate: 'gate',
  /** Progress of a statement import; clients subscribe by `soa-update`. */
  soaUpdate: (uniqId: string) => `soa-update.${uniqId}`,
  soaUpdateEvent: 'soa-update-channel',
  /** Website settings and maintenance, for all sockets, logged in or not. */
  publicSettings: 'public-settings',
  /** A post appeared, changed or ended (`{ data: { id } }`); open lists refetch. */
  posts: 'posts',
  /** Comments of one post: the comment as its reader sees it, or `{ id, status: 0 }` after deletion. */
  comments: (postId: number) => `comments.${postId}`,
  /** The caller's own account changed: permissions, balance or services. The page refetches `GET /api/me`. */
  account: 'account',
  /**
   * Sent right after a socket connects if its channels had an event since its page began to load (`since` of
   * the handshake). The page refetches.
   */
  missed: 'missed',
  /** The session of this socket ended (`{ data: SessionEnded }`); the server then closes the connection. */
  sessionEnded: 'session-ended',
  /**
   * A tenant or balance was added, changed or deleted: `{ data: { id } }`, without id for several. For
   * viewers of tenants or billings.
   */
  tenants: 'tenants',
  /** An administrator was added, changed or deleted: `{ data: { id } }`. For administrators who may list them. */
  administrators: 'administrators',
  feedbacks: 'feedbacks',
  /** A privacy request was filed or answered: `{ data: { id } }`. For viewers of privacy requests. */
  privacyRequests: 'privacy-requests',
  /** A resident connected or disconnected: `{ tenantId, online, lastSeen }`. For the Logged In Monitor. */
  loggedIn: 'logged-in',
} as const

/** Whether an event means that stored records changed; a typing event does not. */
export const isChange = (event: string): boolean => !event.startsWith('admin-writing.')

export interface LiveEvent<Row> {
  data: Row
}

/** `expired`: the session timed out. Otherwise its owner or the office ended it. */
export interface SessionEnded {
  expired: boolean
}
