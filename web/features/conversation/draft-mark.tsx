import './draft-mark.css'
import { PencilLine } from 'lucide-react'
import { useLoginName } from '#lib/api/me.ts'
import { useStore } from '#lib/use-store.ts'
import { draftChanges, hasDraft } from '#ui/forms/drafts.ts'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'

const COMPOSER_PATHS = ['/message', '/internal-note'] as const
export type ComposerPath = (typeof COMPOSER_PATHS)[number]

export const getDraftName = (path: ComposerPath, { kind, id }: ConversationSubject): string =>
  `${path} ${kind} ${id}`

export function DraftMark({ kind, id }: ConversationSubject) {
  const account = useLoginName()
  const isUnsent = useStore({
    watch: draftChanges.watch,
    get: () => COMPOSER_PATHS.some((path) => hasDraft(account, getDraftName(path, { kind, id }))),
  })
  if (!isUnsent) return null
  return (
    <span className="draft-mark inline gap-1" title="You wrote something here that is not sent yet.">
      <PencilLine className="small" />
      Draft
    </span>
  )
}
