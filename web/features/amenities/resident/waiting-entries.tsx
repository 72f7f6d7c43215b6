import { useMutation, useQuery } from '@tanstack/react-query'
import { BellRing, CalendarCheck, X } from 'lucide-react'
import { useNavigate } from 'react-router'
import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { formatDateWithTime, formatPeriod, formatTime } from '#lib/time.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { confirm, showMessage } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { AmenityTimes } from '@tahanan/contract/amenities/answers.ts'
import type { WaitingEntry } from '@tahanan/contract/amenities/waiting.ts'
import type { Amenity } from '@tahanan/contract/records/answers.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { waitingEntriesQuery } from '../calls.ts'

const refreshSlots = () => queryClient.invalidateQueries({ queryKey: ['slots'] })

async function changeWaitingList<Result>(change: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await change()
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    if (failure.status === 409) await showMessage('info', 'This did not work', failure.message)
    return undefined
  } finally {
    await refreshSlots()
  }
}

/** Waiting-list entries of the resident. Times that are currently offered are first (rules 25.13, 25.14). */
export function WaitingEntries({ entries }: { entries: readonly WaitingEntry[] }) {
  if (entries.length === 0) return null
  const sortedEntries = entries.toSorted(
    (firstEntry, secondEntry) => getRank(firstEntry) - getRank(secondEntry),
  )
  return (
    <section className="tile waiting" aria-labelledby="waiting-title">
      <h2 id="waiting-title">Your waiting list</h2>
      <ul>
        {sortedEntries.map((entry) => (
          <WaitingEntryItem key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

const getRank = ({ state }: WaitingEntry): number => (state === 'offered' ? 0 : 1)

function WaitingEntryItem({ entry }: { entry: WaitingEntry }) {
  const { id, amenity, startTime, endTime, state, offeredUntil, place } = entry
  const navigate = useNavigate()
  const acceptMutation = useMutation({
    mutationFn: () => api.put<Ticket>(`/waiting-entry/accepted/${id}`, {}),
    meta: { handles: [409] },
  })
  const leaveMutation = useMutation({ mutationFn: () => api.delete(`/waiting-entry/${id}`) })
  const acceptOffer = useNonOverlappingCall(async () => {
    const ticket = await changeWaitingList(() => acceptMutation.mutateAsync())
    if (!ticket) return
    toast.success('Reservation added successfully.', ticket.ticketNumber)
    void queryClient.invalidateQueries({ queryKey: ['tickets'] })
    void navigate(`/reservations?serviceId=${ticket.id}`)
  })
  const leaveWaitingList = useNonOverlappingCall(async () => {
    const isConfirmed = await confirm({
      title: state === 'offered' ? 'Decline this time?' : 'Stop waiting for this time?',
      content: `${amenity.title}, ${formatPeriod(startTime, endTime)}`,
      okText: state === 'offered' ? 'Decline' : 'Stop waiting',
      cancelText: 'Keep it',
    })
    if (isConfirmed) await changeWaitingList(() => leaveMutation.mutateAsync())
  })
  return (
    <li className="entry">
      <div>
        <b>{amenity.title}</b>
        <p className="num">{formatPeriod(startTime, endTime)}</p>
        <p className="minor" role="status">
          {state === 'offered' && offeredUntil !== null
            ? `Held for you until ${formatDateWithTime(offeredUntil)}.`
            : place === 1
              ? 'You are the first in line.'
              : `You are number ${place} in line.`}
        </p>
      </div>
      <div className="acts">
        {state === 'offered' && (
          <Button
            kind="primary"
            icon={CalendarCheck}
            busy={acceptMutation.isPending}
            onClick={() => void acceptOffer()}
          >
            Accept
          </Button>
        )}
        <Button icon={X} busy={leaveMutation.isPending} onClick={() => void leaveWaitingList()}>
          {state === 'offered' ? 'Decline' : 'Stop waiting'}
        </Button>
      </div>
    </li>
  )
}

interface TakenTimesProps {
  amenity: Amenity
  taken: AmenityTimes['taken']
}

export function TakenTimes({ amenity, taken }: TakenTimesProps) {
  const { data: entries = [] } = useQuery(waitingEntriesQuery)
  const waitableTimes = taken.filter(({ own, canWait }) => canWait && !own)
  if (waitableTimes.length === 0) return null
  const isWaitingFor = (startTime: string, endTime: string): boolean =>
    entries.some(
      (entry) =>
        entry.amenity.id === amenity.id && entry.startTime === startTime && entry.endTime === endTime,
    )
  return (
    <div className="stack gap-2">
      <h3>Taken times</h3>
      <p className="minor">Wait for one, and it is held for you for a while when it becomes free.</p>
      <ul className="waits" aria-label="Taken times">
        {waitableTimes.map(({ startTime, endTime }) => (
          <li key={startTime}>
            <WaitButton
              times={{ amenityId: amenity.id, startTime, endTime }}
              isWaiting={isWaitingFor(startTime, endTime)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface WaitButtonProps {
  times: { readonly amenityId: number; readonly startTime: string; readonly endTime: string }
  isWaiting: boolean
}

function WaitButton({ times, isWaiting }: WaitButtonProps) {
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => api.post<WaitingEntry>('/waiting-entry', times),
    meta: { handles: [409] },
  })
  const join = useNonOverlappingCall(async () => {
    const entry = await changeWaitingList(() => mutateAsync())
    if (entry) toast.success('You are on the waiting list.', `Number ${entry.place} in line`)
  })
  const label = `${formatTime(times.startTime)} to ${formatTime(times.endTime)}`
  return (
    <Button
      className="block"
      icon={BellRing}
      busy={isPending}
      disabled={isWaiting}
      onClick={() => void join()}
    >
      {isWaiting ? `Waiting for ${label}` : `Wait for ${label}`}
    </Button>
  )
}
