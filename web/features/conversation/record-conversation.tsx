import { lazy, Suspense } from 'react'
import { getCurrentArea } from '#lib/api/session.ts'
import { RecordSkeleton } from '#ui/lists/skeletons.tsx'
import type { ConversationProps } from './conversation.tsx'

const OfResident = lazy(() => import('./conversation.tsx'))
const OfOffice = lazy(() => import('./office/office-conversation.tsx'))

export function RecordConversation(props: ConversationProps) {
  const Shown = getCurrentArea() === 'admin' ? OfOffice : OfResident
  return (
    <Suspense fallback={<RecordSkeleton count={3} />}>
      <Shown {...props} />
    </Suspense>
  )
}
