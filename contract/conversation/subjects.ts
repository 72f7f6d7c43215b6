/**
 * Kinds of conversations. `tenant` is the general conversation 'Ask the office', which is not about a record.
 */
export const CONVERSATION_KINDS = ['ticket', 'payment', 'tenant'] as const
export type ConversationKind = (typeof CONVERSATION_KINDS)[number]

export interface ConversationSubject {
  readonly kind: ConversationKind
  readonly id: number
}
