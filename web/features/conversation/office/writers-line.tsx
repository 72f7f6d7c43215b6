import { useEffect, useState } from 'react'
import { useAdmin } from '#lib/api/me.ts'
import { useChannel } from '#lib/live/live.ts'
import { channels } from '@tahanan/contract/channels.ts'
import type { InternalNote, Message } from '@tahanan/contract/conversation/answers.ts'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'
import { addSign, dropSilent, dropWriter, type Writers, WRITING_MS, describeWriters } from './writers.ts'

const NOBODY: Writers = new Map()

interface Arrived extends ConversationSubject {
  message?: Message | null
  note?: InternalNote
}

/** Says which colleagues are writing about the record at this moment: 'Liza is writing' (rules 23.49). */
export function WritersLine({ subject: { kind, id } }: { subject: ConversationSubject }) {
  const { id: reader } = useAdmin()
  const [writers, setWriters] = useState(NOBODY)
  useChannel<ConversationSubject & { name: string }>(channels.adminWriting(reader), (sign) => {
    if (sign.kind === kind && sign.id === id) setWriters((known) => addSign(known, sign.name, Date.now()))
  })
  const onArrived = (event: Arrived): void => {
    const author = (event.message ?? event.note)?.author
    if (author && event.kind === kind && event.id === id)
      setWriters((known) => dropWriter(known, author.name))
  }
  useChannel<Arrived>(channels.adminMessages(reader), onArrived)
  useChannel<Arrived>(channels.adminNotes(reader), onArrived)
  useEffect(() => {
    if (writers.size === 0) return undefined
    const timer = setTimeout(() => setWriters((known) => dropSilent(known, Date.now())), WRITING_MS)
    return () => clearTimeout(timer)
  }, [writers])
  return (
    <p className="writers" role="status">
      {describeWriters(writers)}
    </p>
  )
}
