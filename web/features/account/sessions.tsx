import './sessions.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { queryClient } from '#lib/api/query-client.ts'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { formatDateTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { SkeletonBars } from '#ui/lists/skeletons.tsx'
import { confirm } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import type { OwnSession } from '@tahanan/contract/sessions/answers.ts'
import { endSessions, sessionsQuery } from './calls.ts'

export function Sessions() {
  const query = useQuery(sessionsQuery)
  const { data } = query
  useLiveRefetch(liveChannels.account, sessionsQuery.queryKey)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id }: { id?: number }) => endSessions(id),
    onSuccess: ({ message }) => toast.success(message),
    // 404: the session has already ended, so no error is shown.
    meta: { handles: [404] },
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  })

  const confirmEndSession = async (session?: OwnSession): Promise<void> => {
    const isConfirmed = await confirm({
      title: session ? 'Do you want to end this session?' : 'Do you want to end all other sessions?',
      content: session
        ? `${getDeviceName(session)} is logged out at once.`
        : 'You are logged out everywhere else at once.',
      okText: session ? 'End session' : 'End all others',
      danger: true,
    })
    if (isConfirmed) mutate({ id: session?.id })
  }

  const otherCount = data?.filter(({ current }) => !current).length ?? 0
  return (
    <section aria-labelledby="sessions-title">
      <h2 id="sessions-title">Sessions</h2>
      <p className="muted">
        Where you are logged in. End a session that you do not recognize, then change your password.
      </p>
      {!data && (
        <QueryState query={query} title="We could not load your sessions">
          <SkeletonBars className="sessions wait" bars={[[180], [240]]} />
        </QueryState>
      )}
      {data && (
        <ul className="sessions">
          {data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={isPending && variables.id === session.id}
              onEnd={() => void confirmEndSession(session)}
            />
          ))}
        </ul>
      )}
      {otherCount > 1 && (
        <Button
          className="end-all"
          kind="danger"
          busy={isPending && variables.id === undefined}
          onClick={() => void confirmEndSession()}
        >
          End all others
        </Button>
      )}
    </section>
  )
}

function SessionRow({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const { device, address, created_at, active_at, current } = session
  const Icon = /Android|iPhone|iPad|iOS|mobile/i.test(device) ? Smartphone : Monitor
  return (
    <li>
      <Icon />
      <div className="grow">
        <b className="acts">
          {getDeviceName(session)}
          {current && <span className="here">This device</span>}
        </b>
        <small className="minor">{current ? 'Active now' : `Last active ${formatDateTime(active_at)}`}</small>
        <small className="minor">
          Logged in {formatDateTime(created_at)}
          {address && ` from ${address}`}
        </small>
      </div>
      {!current && (
        <Button
          kind="danger"
          busy={busy}
          aria-label={`End the session of ${getDeviceName(session)}`}
          onClick={onEnd}
        >
          End
        </Button>
      )}
    </li>
  )
}

function getDeviceName({ device }: OwnSession): string {
  return device || 'Unknown device'
}
