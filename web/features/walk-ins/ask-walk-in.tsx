import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { runWhenIdle } from '#lib/ahead/run-when-idle.ts'
import { useResident } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { KeysHeld } from '#lib/keys/held-keys.tsx'
import { useChannel } from '#lib/live/live.ts'
import { channels } from '@tahanan/contract/channels.ts'
import type { WalkIn } from '@tahanan/contract/gate/answers.ts'
import { isWaiting, type TimedWalkIn, walkInsQuery, addEnd } from './calls.ts'

const LetIn = lazy(() => import('./let-in.tsx'))

/**
 * Dialog that asks the resident about a visitor at the gate. It opens over any page, and also when the portal
 * is opened while somebody is waiting (rules 24.52).
 */
export function AskWalkIn() {
  const { id } = useResident()
  const [enabled, setEnabled] = useState(false)
  const [closed, setClosed] = useState<readonly number[]>([])
  const [openId, setOpenId] = useState<number>()
  useEffect(() => runWhenIdle(() => setEnabled(true)), [])
  const { data = [] } = useQuery({ ...walkInsQuery, enabled })
  useChannel<WalkIn>(channels.clientWalkIns(id), (walkIn) =>
    queryClient.setQueryData<TimedWalkIn[]>(walkInsQuery.queryKey, (known = []) => [
      ...known.filter((other) => other.id !== walkIn.id),
      addEnd(walkIn),
    ]),
  )
  // The dialog stays open when somebody else answers, so that the resident sees the answer.
  const shown = data.find((walkIn) => walkIn.id === openId && !closed.includes(walkIn.id))
  const next = data.find((walkIn) => isWaiting(walkIn) && !closed.includes(walkIn.id))
  if (!shown && next) setOpenId(next.id)
  if (!shown) return null
  return (
    <Suspense fallback={<KeysHeld />}>
      <LetIn key={shown.id} walkIn={shown} onClose={() => setClosed([...closed, shown.id])} />
    </Suspense>
  )
}
