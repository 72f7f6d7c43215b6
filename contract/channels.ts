/**
 * Names of the live channels (rules 10.5). The server alone puts sockets into rooms; a client only listens. Records of the
 * office are told on the channel that is named as the path of their list, `{ data: { id } }`: open lists ask again.
 */
export const channels = {
  /** A resident's own tickets of one module: `client-tickets-crud.17`. */
  clientTickets: (many: string, tenantId: number) => `client-${many}-crud.${tenantId}`,
  /** An administrator's view of one module: `admin-tickets-crud.3`. */
  adminTickets: (many: string, adminId: number) => `admin-${many}-crud.${adminId}`,
  /** A resident's own payments, and an administrator's view of all: the payment as that reader may see it, status 0 = deleted. */
  clientPayments: (tenantId: number) => `client-payments-crud.${tenantId}`,
  adminPayments: (adminId: number) => `admin-payments-crud.${adminId}`,
  clientNotifications: (tenantId: number) => `client-notifications.${tenantId}`,
  adminNotifications: (adminId: number) => `admin-notifications.${adminId}`,
  /** Progress of a statement import that the caller asked to follow with `soa-update`. */
  soaUpdate: (uniqId: string) => `soa-update.${uniqId}`,
  soaUpdateEvent: 'soa-update-channel',
  /** Website settings and maintenance, for everybody, logged in or not. */
  publicSettings: 'public-settings',
  /** A post appeared, changed or ended (`{ data: { id } }`): open lists ask again. */
  posts: 'posts',
  /** Comments of one post: the comment as a reader may see it, or `{ id, status: 0 }` when it was deleted. */
  comments: (postId: number) => `comments.${postId}`,
  /** The caller's own account changed: permissions, balance, services. The page asks `GET /api/me` again. */
  account: 'account',
  /**
   * Sent to a socket right after it connected, when one of its channels had an event since its page began to load (`since` of
   * the handshake). The page asks again.
   */
  missed: 'missed',
  /** The session of this socket has ended (`{ data: SessionEnded }`); the server closes the connection right after it. */
  sessionEnded: 'session-ended',
  /** A tenant or balance was added, changed or deleted, `{ data: { id } }`, without id where many were: for who may view tenants or billings. */
  tenants: 'tenants',
  /** An administrator was added, changed or deleted, `{ data: { id } }`: for who may list them. */
  administrators: 'administrators',
  /** A resident gave feedback. */
  feedbacks: 'feedbacks',
  /** A resident came or went: `{ tenantId, online, lastSeen }`, for who may view the Logged In Monitor. */
  loggedIn: 'logged-in',
} as const

/** The one argument of every event. */
export interface LiveEvent<Row> {
  data: Row
}

/** Whether a session that has ended grew too old; otherwise somebody ended it: its owner elsewhere, or the office. */
export interface SessionEnded {
  expired: boolean
}
