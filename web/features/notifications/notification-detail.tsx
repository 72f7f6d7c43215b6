import { useId } from 'react'
import { useNavigate } from 'react-router'
import { formatDateTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { Layer } from '#ui/layers/layer.tsx'
import { setAutofocus } from '#ui/overlays/dialog-host.tsx'
import type { Notification } from './calls.ts'

/** A notification, with a link to its subject. */
export function NotificationDetail(props: { notification: Notification; onClose: () => void }) {
  const { notification, onClose } = props
  const { title, message, created_at, link } = notification
  const tenant = 'tenant' in notification ? notification.tenant : null
  const navigate = useNavigate()
  const id = useId()
  // Only paths of the portal are followed.
  const path = link?.startsWith('/') && !link.startsWith('//') ? link : undefined
  return (
    <Layer labelledBy={id} onClose={onClose}>
      <section className="ask notice">
        <h2 id={id}>{title}</h2>
        <p className="num">
          {formatDateTime(created_at)}
          {tenant && `, ${tenant.uoccname} (${tenant.clientCode})`}
        </p>
        <p className="words">{message}</p>
        <footer>
          <Button onClick={onClose}>Close</Button>
          {path && (
            <Button
              kind="primary"
              type="submit"
              ref={setAutofocus}
              onClick={() => {
                onClose()
                void navigate(path)
              }}
            >
              View
            </Button>
          )}
        </footer>
      </section>
    </Layer>
  )
}
