import './states.css'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '#lib/api/api.ts'
import { getCurrentArea } from '#lib/api/session.ts'
import { useIsOnline } from '#lib/use-is-online.ts'
import { Button } from './controls/button.tsx'

function HouseIllustration({ lit }: { lit: boolean }) {
  const unlitColour = 'color-mix(in srgb, var(--pane-line) 55%, var(--pane-1))'
  const wallColour = 'color-mix(in srgb, var(--art-lamp) 30%, var(--pane-1))'
  return (
    <svg className="art" viewBox="-1 -1 158 132" aria-hidden>
      <rect width="156" height="130" rx="20" fill="var(--pane-1)" />
      <path d="M78 26l52 52H26z" fill={lit ? 'var(--art-roof)' : unlitColour} />
      <path d="M26 78h104v52H26z" fill={lit ? wallColour : unlitColour} />
      {lit && <path d="M78 78h26v52H78z" fill="var(--art-lamp)" />}
      <path
        d="M26 0V130M52 0V130M78 0V130M104 0V130M130 0V130M0 26H156M0 52H156M0 78H156M0 104H156"
        stroke="var(--pane-line)"
        strokeWidth="1.5"
        fill="none"
      />
      <rect width="156" height="130" rx="20" fill="none" stroke="var(--pane-line)" strokeWidth="2" />
    </svg>
  )
}

interface EmptyStateProps {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** Heading level: 1 if the empty state is the whole page. */
  level?: 1 | 2
}

export function EmptyState({ title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className="empty">
      <HouseIllustration lit />
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}

interface ErrorStateProps {
  title: string
  error?: unknown
  children?: ReactNode
  onRetry?: () => void
  busy?: boolean
}

export function ErrorState({ title, error, children, onRetry, busy }: ErrorStateProps) {
  const serverMessage = error instanceof ApiError && !error.isUnanswered ? error.message : undefined
  // Offline, a resident's device has only data that was loaded in this session. The error for missing data
  // has a special text.
  const online = useIsOnline()
  const isNotCached =
    !online && error !== undefined && serverMessage === undefined && getCurrentArea() === 'client'
  const explanation = serverMessage !== undefined && serverMessage !== title ? serverMessage : children
  return (
    <div className="empty" role="alert">
      <HouseIllustration lit={false} />
      <h2>{isNotCached ? 'Not kept on this phone' : title}</h2>
      <p>
        {isNotCached
          ? 'You are offline. Connect and try again to see this.'
          : (explanation ?? 'Check your connection. Nothing you sent was lost.')}
      </p>
      {onRetry && (
        <Button icon={RefreshCw} busy={busy} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
