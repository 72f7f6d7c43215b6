import { useRef } from 'react'
import { currentArea } from '#lib/api/session.ts'
import { emitLive } from '#lib/live/live.ts'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'
import { SIGN_MS } from './office/writers.ts'

/** Returns a function that tells colleagues in the office that the reader is writing (rules 23.49). */
export function useTellWriting({ kind, id }: ConversationSubject): (text: string) => void {
  const toldAt = useRef(-SIGN_MS)
  return (text) => {
    if (currentArea() !== 'admin' || text === '' || performance.now() - toldAt.current < SIGN_MS) return
    toldAt.current = performance.now()
    // A sign that is lost is of no importance: the next one follows in seconds.
    emitLive('writing', { kind, id }).catch(() => undefined)
  }
}
