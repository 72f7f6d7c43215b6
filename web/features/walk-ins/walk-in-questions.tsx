import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { runWhenIdle } from '#lib/ahead/run-when-idle.ts'
import { useResident } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { DisableShortcuts } from '#lib/keys/disable-shortcuts.tsx'
import { useLiveEvent } from '#lib/live/live.ts'
import type { WalkIn } from '@tahanan/contract/gate/answers.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { isWaiting, type TimedWalkIn, walkInsQuery, addDeadline } from './calls.ts'

const WalkInAnswerDialog = lazy(() => import('./walk-in-answer-dialog.tsx'))

/**
 * Dialog that asks the resident about a visitor at the gate. It opens over any page, and also when the portal
 * is opened while somebody is waiting (rules 24.52).
 */
export function WalkInQuestions() {
  const { id } = useResident()
  const [enabled, setEnabled] = useState(false)
  const [closedIds, setClosedIds] = useState<readonly number[]>([])
  const [openId, setOpenId] = useState<number>()
  useEffect(() => runWhenIdle(() => setEnabled(true)), [])
  const { data = [] } = useQuery({ ...walkInsQuery, enabled })
  useLiveEvent<WalkIn>(liveChannels.clientWalkIns(id), (walkIn) =>
    queryClient.setQueryData<TimedWalkIn[]>(walkInsQuery.queryKey, (walkIns = []) => [
      ...walkIns.filter((otherWalkIn) => otherWalkIn.id !== walkIn.id),
      addDeadline(walkIn),
    ]),
  )
  // The dialog stays open when somebody else answers first, so that the resident sees the answer.
  const shownWalkIn = data.find((walkIn) => walkIn.id === openId && !closedIds.includes(walkIn.id))
  const nextWalkIn = data.find((walkIn) => isWaiting(walkIn) && !closedIds.includes(walkIn.id))
  if (!shownWalkIn && nextWalkIn) setOpenId(nextWalkIn.id)
  if (!shownWalkIn) return null
  return (
    <Suspense fallback={<DisableShortcuts />}>
      <WalkInAnswerDialog
        key={shownWalkIn.id}
        walkIn={shownWalkIn}
        onClose={() => setClosedIds([...closedIds, shownWalkIn.id])}
      />
    </Suspense>
  )
}
