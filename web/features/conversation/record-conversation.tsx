import { lazy, Suspense } from 'react'
import { getCurrentArea } from '#lib/api/session.ts'
import { RecordSkeleton } from '#ui/lists/skeletons.tsx'
import type { ConversationProps } from './conversation.tsx'

const ResidentConversation = lazy(() => import('./conversation.tsx'))
const OfficeConversation = lazy(() => import('./office/office-conversation.tsx'))

export function RecordConversation(props: ConversationProps) {
  const ShownConversation = getCurrentArea() === 'admin' ? OfficeConversation : ResidentConversation
  return (
    <Suspense fallback={<RecordSkeleton count={3} />}>
      <ShownConversation {...props} />
    </Suspense>
  )
}
