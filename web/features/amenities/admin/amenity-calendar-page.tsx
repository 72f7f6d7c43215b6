import './amenity-calendar.css'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, CalendarX, ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { Link, NavigationType, useNavigate, useNavigationType } from 'react-router'
import { OPENED_HERE_STATE } from '#lib/address/panel-address.ts'
import { useAddress } from '#lib/address/use-address.ts'
import { useAdmin } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { useLiveEvents } from '#lib/live/live.ts'
import { formatDate, formatLongDate, getToday } from '#lib/time.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { DayField } from '#ui/controls/day-field.tsx'
import { SegmentedControl } from '#ui/controls/segmented-control.tsx'
import { SkeletonBars } from '#ui/lists/skeletons.tsx'
import { OpeningMessage } from '#ui/overlays/opening-message.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { EmptyState } from '#ui/states.tsx'
import type { AmenityBookings } from '@tahanan/contract/amenities/answers.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import { amenity } from '@tahanan/contract/records/kinds/amenity.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { addDays, isDay } from '@tahanan/contract/time.ts'
import { amenityBookingsQuery } from '../calls.ts'
import { type CalendarView, getWeek } from './calendar-items.ts'
import type { OpenedCalendarSheet } from './calendar-sheets.tsx'

const CalendarGrid = lazy(() => import('./calendar-grid.tsx'))
const CalendarSheet = lazy(() => import('./calendar-sheets.tsx'))
const WeekTable = lazy(() => import('./week-table.tsx'))

const reservationModule = getModule('reservation')

const CALENDAR_VIEWS: readonly { value: CalendarView; label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
]

const CALENDAR_PLACEHOLDER = <SkeletonBars className="grid-waiting" bars={[['100%', 40], ['100%']]} />

interface ShownBookings {
  data: AmenityBookings
  view: CalendarView
  day: string
}

/** Ticket id of the booking that was opened last. It gets the focus when the user returns to the calendar. */
let lastOpenedId: number | undefined

/** Calendar of the bookings of all amenities, for the office (rules 25.10). */
export default function AmenityCalendarPage() {
  const [params, change] = useAddress()
  const view = params.get('view') === 'week' ? 'week' : 'day'
  const dayParam = params.get('day') ?? ''
  const day = isDay(dayParam) ? dayParam : getToday()
  const [from, to] = view === 'day' ? [day, day] : getWeek(day)
  const { id, roles } = useAdmin()
  const query = useQuery(amenityBookingsQuery(from, to))
  const [shownBookings, setShown] = useState<ShownBookings>()
  // The bookings of the previously chosen day stay visible until those of the new day have loaded, because an
  // empty calendar would look like a day without bookings.
  if (
    query.data &&
    (shownBookings?.data !== query.data || shownBookings.view !== view || shownBookings.day !== day)
  )
    setShown({ data: query.data, view, day })
  const [openSheet, setOpen] = useState<OpenedCalendarSheet>()
  useLiveEvents([liveChannels.adminTickets(reservationModule.path.many, id), amenity.path.many], () => {
    void queryClient.invalidateQueries({ queryKey: ['slots', 'office'] })
  })
  const updateAddress = (next: { view?: CalendarView; day?: string }): void =>
    change((address) => {
      for (const [key, value] of Object.entries(next)) address.set(key, value)
    })
  const amenities = shownBookings?.data.amenities
  const isBookable = amenities?.some(({ isDeleted }) => !isDeleted) ?? true
  const mayAdd = isBookable && rolesAllow(roles, reservationModule.permission, reservationModule.flags.add)
  const mayClose = isBookable && rolesAllow(roles, 'amenities', 'edit')
  return (
    <>
      <PageHead
        title="Calendar"
        action={
          mayAdd
            ? { label: 'New reservation', icon: CalendarPlus, onPress: () => setOpen({ kind: 'reserve' }) }
            : undefined
        }
      />
      {amenities?.length === 0 ? (
        <NoAmenities />
      ) : (
        <section className="amenity-calendar" aria-labelledby="calendar-days">
          <Toolbar
            view={view}
            day={day}
            onShow={updateAddress}
            onCloseHours={mayClose ? () => setOpen({ kind: 'close', slot: { day } }) : undefined}
          />
          {shownBookings?.view === 'week' && (
            <Suspense fallback={null}>
              <WeekTable data={shownBookings.data} monday={getWeek(shownBookings.day)[0]} />
            </Suspense>
          )}
          <div className="calendar-place" aria-busy={!query.data && !query.error}>
            <QueryState query={query} title="We could not load the calendar">
              <Suspense fallback={CALENDAR_PLACEHOLDER}>
                {shownBookings ? <Bookings {...shownBookings} onOpen={setOpen} /> : CALENDAR_PLACEHOLDER}
              </Suspense>
            </QueryState>
          </div>
        </section>
      )}
      {openSheet && shownBookings && (
        <Suspense fallback={<OpeningMessage />}>
          <CalendarSheet
            sheet={openSheet}
            data={shownBookings.data}
            onOpen={setOpen}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

function NoAmenities() {
  const { roles } = useAdmin()
  return (
    <EmptyState
      title="No amenities yet"
      action={
        rolesAllow(roles, 'amenities', 'add') && (
          <Link className="btn primary" to="/admin/amenities?modal=true">
            Add amenity
          </Link>
        )
      }
    >
      Residents and the office can book the amenities that you add.
    </EmptyState>
  )
}

interface ToolbarProps {
  view: CalendarView
  day: string
  onShow: (next: { view?: CalendarView; day?: string }) => void
  onCloseHours?: () => void
}

function Toolbar({ view, day, onShow, onCloseHours }: ToolbarProps) {
  const id = useId()
  const dayStep = view === 'day' ? 1 : 7
  const [monday, sunday] = getWeek(day)
  return (
    <header className="calendar-tools">
      <h2 id="calendar-days" aria-live="polite">
        {view === 'day' ? formatLongDate(day) : `${formatDate(monday)} to ${formatDate(sunday)}`}
      </h2>
      <div className="row">
        <Button onClick={() => onShow({ day: getToday() })}>Today</Button>
        <IconButton
          icon={ChevronLeft}
          label={`Previous ${view}`}
          onClick={() => onShow({ day: addDays(day, -dayStep) })}
        />
        <IconButton
          icon={ChevronRight}
          label={`Next ${view}`}
          onClick={() => onShow({ day: addDays(day, dayStep) })}
        />
      </div>
      <div className="day">
        <label className="visually-hidden" htmlFor={id}>
          Day
        </label>
        <DayField id={id} value={day} onChange={(newDay) => newDay !== '' && onShow({ day: newDay })} />
      </div>
      <SegmentedControl
        aria-label="View"
        options={CALENDAR_VIEWS}
        value={view}
        onChange={(newView) => onShow({ view: newView })}
      />
      <span className="grow" />
      {onCloseHours && (
        <Button icon={CalendarX} onClick={onCloseHours}>
          Close hours
        </Button>
      )}
      <IconButton icon={Printer} label="Print" className="print-button" onClick={() => print()} />
    </header>
  )
}

interface BookingsProps extends ShownBookings {
  onOpen: (sheet: OpenedCalendarSheet) => void
}

function Bookings({ data, view, day, onOpen }: BookingsProps) {
  const { roles } = useAdmin()
  const navigate = useNavigate()
  const isReturning = useNavigationType() === NavigationType.Pop
  const [focusedTicketId] = useState(isReturning ? lastOpenedId : undefined)
  const mayUseSlots =
    rolesAllow(roles, reservationModule.permission, reservationModule.flags.add) ||
    rolesAllow(roles, 'amenities', 'edit')
  return (
    <CalendarGrid
      key={view}
      data={data}
      view={view}
      day={day}
      focusedTicketId={focusedTicketId}
      onBooking={(ticketId) => {
        lastOpenedId = ticketId
        void navigate(`/admin${reservationModule.route}?modal=true&serviceId=${ticketId}`, {
          state: OPENED_HERE_STATE,
        })
      }}
      onClosure={
        rolesAllow(roles, 'amenities', 'view')
          ? (amenityId) => onOpen({ kind: 'rules', amenityId })
          : undefined
      }
      onSlot={mayUseSlots ? (slot) => onOpen({ kind: 'slot', slot }) : undefined}
    />
  )
}
