/**
 * Names of the channels for live events (rules 10.5). Only the server adds sockets to channels. The name of
 * an office record's channel is the path of its list. The channel sends `{ data: { id } }`, and open lists
 * then refetch.
 */
export const liveChannels = {
  clientTickets: (listPath: string, tenantId: number) => `client-${listPath}-crud.${tenantId}`,
  adminTickets: (listPath: string, adminId: number) => `admin-${listPath}-crud.${adminId}`,
  /** Sends the payment as the receiver may see it; status 0 means deleted. */
  clientPayments: (tenantId: number) => `client-payments-crud.${tenantId}`,
  adminPayments: (adminId: number) => `admin-payments-crud.${adminId}`,
  clientNotifications: (tenantId: number) => `client-notifications.${tenantId}`,
  adminNotifications: (adminId: number) => `admin-notifications.${adminId}`,
  /**
   * Sends `{ kind, id, message }` of a conversation; `message` is null if the conversation was only marked
   * as seen or settled (rules 23.4).
   */
  clientMessages: (tenantId: number) => `client-messages.${tenantId}`,
  adminMessages: (adminId: number) => `admin-messages.${adminId}`,
  /** Sends an internal note as `{ kind, id, note }` to administrators who may view its record. */
  adminNotes: (adminId: number) => `admin-notes.${adminId}`,
  /**
   * Sends `{ kind, id, name }` while another administrator is writing. The browser of that administrator
   * reports it by the event `writing` (rules 23.49).
   */
  adminWriting: (adminId: number) => `admin-writing.${adminId}`,
  /**
   * Sent when a walk-in (visitor without a pass) waits for the resident's answer, and when it was answered.
   */
  clientWalkIns: (tenantId: number) => `client-walk-ins.${tenantId}`,
  /**
   * Sent to viewers of the gate when a pass, an entry, a walk-in or the do-not-admit list changed. Contains
   * `{ data: { id } }` of the pass, or no id.
   */
  gate: 'gate',
  /** Sends the progress of an import of statements. Clients subscribe by sending the event `soa-update`. */
  soaUpdate: (uniqId: string) => `soa-update.${uniqId}`,
  soaUpdateEvent: 'soa-update-channel',
  /** Sends website settings and maintenance to all sockets, also without a login. */
  publicSettings: 'public-settings',
  /** Sends `{ data: { id } }`; open lists then refetch. */
  posts: 'posts',
  /** Sends the comment as the receiver may see it, or `{ id, status: 0 }` after its deletion. */
  comments: (postId: number) => `comments.${postId}`,
  /**
   * Sent when permissions, balance or services of the account changed. The page then refetches `GET /api/me`.
   */
  account: 'account',
  /**
   * Sent when a socket connects, if an event was sent after the page began to load (`since` in the
   * handshake). The page then refetches its data.
   */
  missed: 'missed',
  /** Sends `{ data: SessionEndedEvent }`; the server then closes the connection. */
  sessionEnded: 'session-ended',
  /**
   * Sends `{ data: { id } }` of a changed tenant, or no id for several tenants, to viewers of tenants or
   * billings.
   */
  tenants: 'tenants',
  /** Sends `{ data: { id } }` to administrators who may list administrators. */
  administrators: 'administrators',
  feedbacks: 'feedbacks',
  /** Sends `{ data: { id } }` to viewers of privacy requests. */
  privacyRequests: 'privacy-requests',
  /** Sends `{ tenantId, online, lastSeen }` to the page Logged In Monitor. */
  loggedIn: 'logged-in',
} as const

/** Whether an event reports a change of stored records; a typing event does not. */
export const isRowChangeEvent = (event: string): boolean => !event.startsWith('admin-writing.')

export interface LiveEvent<Row> {
  data: Row
}

/** `expired`: true if the session timed out; false if its owner or the office ended it. */
export interface SessionEndedEvent {
  expired: boolean
}
