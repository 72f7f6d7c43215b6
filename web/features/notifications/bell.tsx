import './notifications.css'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { meQuery } from '#lib/api/me.ts'
import { useLiveEvent } from '#lib/live/live.ts'
import { formatDateTime } from '#lib/time.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Layer } from '#ui/layers/layer.tsx'
import { setAutofocus } from '#ui/overlays/dialog-host.tsx'
import { type Notification, addNotification, getNotificationChannel, unreadCountQuery } from './calls.ts'
import { NotificationList } from './notification-list.tsx'

/**
 * Bell button with the number of unread notifications. It opens the list, and a list entry opens its
 * notification (rules 10.3).
 */
export function NotificationBell() {
  const { id: owner, area } = useSuspenseQuery(meQuery).data
  const reader = area === 'admin' ? 'admin' : 'client'
  const [open, setOpen] = useState(false)
  const [shownNotification, setShownNotification] = useState<Notification>()
  const id = useId()
  const popoverRef = useRef<HTMLDivElement>(null)
  const bell = useRef<HTMLButtonElement>(null)
  const { data: unread = 0 } = useQuery(unreadCountQuery(reader, owner))
  useLiveEvent<Notification>(getNotificationChannel(reader, owner), (newNotification) =>
    addNotification(reader, owner, newNotification),
  )

  const placePopover = (): void => {
    const bellRect = bell.current?.getBoundingClientRect()
    if (!bellRect || !popoverRef.current) return
    const phone = innerWidth < 900
    Object.assign(popoverRef.current.style, {
      top: `${bellRect.bottom + 8}px`,
      right: `${phone ? 12 : Math.max(12, innerWidth - bellRect.right)}px`,
      left: phone ? '12px' : 'auto',
      width: phone ? 'auto' : '400px',
    })
  }

  return (
    <div className="bell">
      <IconButton
        ref={bell}
        icon={Bell}
        label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        aria-expanded={open}
        popoverTarget={id}
      >
        {unread > 0 && <span className="badge num">{unread > 99 ? '99+' : unread}</span>}
      </IconButton>
      <div
        className="pop notifs"
        id={id}
        ref={popoverRef}
        popover="auto"
        role="region"
        aria-label="Notifications"
        onBeforeToggle={placePopover}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        <div className="pop-head">
          <h2>Notifications</h2>
        </div>
        {open && (
          <NotificationList
            reader={reader}
            owner={owner}
            onOpen={(notification) => {
              popoverRef.current?.hidePopover()
              setShownNotification(notification)
            }}
          />
        )}
      </div>
      {shownNotification && (
        <NotificationDetail
          notification={shownNotification}
          onClose={() => setShownNotification(undefined)}
        />
      )}
    </div>
  )
}

function NotificationDetail(props: { notification: Notification; onClose: () => void }) {
  const { notification, onClose } = props
  const { title, message, created_at, link } = notification
  const tenant = 'tenant' in notification ? notification.tenant : null
  const navigate = useNavigate()
  const id = useId()
  // Only paths within the portal are opened, no links to other sites.
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
