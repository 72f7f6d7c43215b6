import type { LoggedInCaller } from '#testing/callers.ts'
import type { Conversation, Message } from '@tahanan/contract/conversation/answers.ts'
import type { ConversationKind } from '@tahanan/contract/conversation/subjects.ts'

export const writeMessage = (
  author: LoggedInCaller,
  kind: ConversationKind,
  id: number,
  text: string,
  extraFields: object = {},
) => author.post<Message>('/message', { kind, id, text, ...extraFields })

export const loadConversation = (caller: LoggedInCaller, kind: ConversationKind, id: number, query = '') =>
  caller.get<Conversation>(`/messages?kind=${kind}&id=${id}${query}`)

export const getTexts = ({ body }: { body: Conversation }): string[] => body.data.map(({ text }) => text)
