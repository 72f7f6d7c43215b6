/** Kinds of record with a conversation between resident and office; `tenant` is the thread 'Ask the office'. */
export const CONVERSATION_KINDS = ['ticket', 'payment', 'tenant'] as const
export type ConversationKind = (typeof CONVERSATION_KINDS)[number]

/** Record of a conversation: `id` is the ticket's, the payment's or the tenant's. */
export interface ConversationSubject {
  readonly kind: ConversationKind
  readonly id: number
}
