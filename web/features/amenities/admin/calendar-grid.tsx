import '@event-calendar/core/index.css'
import './calendar-grid.css'
import {
  type Calendar,
  createCalendar,
  destroyCalendar,
  Interaction,
  ResourceTimeGrid,
  ResourceTimeline,
} from '@event-calendar/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { getCommunityTimeNow } from '#lib/time.ts'
import type { AmenityBookings } from '@tahanan/contract/amenities/answers.ts'
import {
  getBookingName,
  type CalendarView,
  FIRST_RESERVATION_TIME,
  getItemLines,
  isCalendarItem,
  type ItemLines,
  LAST_RESERVATION_TIME,
  toCalendarItems,
} from './calendar-items.ts'

/**
 * Time that the user selects. `day` is `YYYY-MM-DD`, `from` and `to` are `HH:MM`. Without times, the whole
 * day is selected.
 */
export interface Slot {
  readonly amenityId: number
  readonly day: string
  readonly from?: string
  readonly to?: string
}

interface CalendarGridProps {
  data: AmenityBookings
  view: CalendarView
  /** Shown day, as YYYY-MM-DD. In the week view, any day of the shown week. */
  day: string
  focusedTicketId?: number
  onBooking: (ticketId: number) => void
  onClosure?: (amenityId: number) => void
  onSlot?: (slot: Slot) => void
}

/** Height of half an hour in pixels, enough for one line of text. */
const SLOT_HEIGHT = 26

/**
 * Shows amenities as columns in the day view and as rows in the week view. Import it lazily. Render each
 * view with another `key`, because a mounted calendar cannot change its view.
 */
export default function CalendarGrid(props: CalendarGridProps) {
  const { data, view, day, focusedTicketId } = props
  const containerRef = useRef<HTMLDivElement>(null)
  const calendarRef = useRef<Calendar>(undefined)
  const drawnData = useRef(data)
  const nextFocus = useRef(focusedTicketId === undefined ? undefined : getBookingName(focusedTicketId))
  const handleItemPress = useEffectEvent(({ ticketId, amenityId }: ItemLines): void => {
    if (ticketId !== undefined) props.onBooking(ticketId)
    else if (amenityId !== undefined) props.onClosure?.(amenityId)
  })
  const pressSlot = useEffectEvent(
    (resource: Calendar.Resource | undefined, start: string, minutes: number | undefined): void => {
      const amenityId = Number(resource?.id)
      if (!data.amenities.some(({ id, isDeleted }) => id === amenityId && !isDeleted)) return
      const [date = '', time = ''] = start.split('T')
      const startTime = time.slice(0, 5)
      const timeRange = minutes === undefined ? {} : { from: startTime, to: addMinutes(startTime, minutes) }
      props.onSlot?.({ amenityId, day: date, ...timeRange })
    },
  )
  const create = useEffectEvent((target: HTMLElement): Calendar =>
    createCalendar(target, [ResourceTimeGrid, ResourceTimeline, Interaction], {
      ...CALENDAR_OPTIONS,
      view: view === 'day' ? 'resourceTimeGridDay' : 'resourceTimelineWeek',
      timeZone: getCommunityOffset(),
      date: day,
      resources: toResources(data),
      events: toCalendarItems(data, view),
      eventContent: ({ event, timeText }) =>
        isCalendarItem(event)
          ? {
              domNodes: [
                renderItem(event, props.onClosure !== undefined, () => handleItemPress(getItemLines(event))),
              ],
            }
          : timeText,
      ...(props.onSlot && {
        selectable: view === 'day',
        dateClick: ({ dateStr, allDay, resource }) =>
          pressSlot(resource, dateStr, allDay ? undefined : HOUR_MINUTES),
        select: ({ startStr, endStr, resource }) =>
          pressSlot(resource, startStr, getMinutesBetween(startStr, endStr)),
      }),
    }),
  )

  useEffect(() => {
    const container = containerRef.current
    if (!container) return undefined
    const fixRolesAndFocus = (): void => {
      fixTableRoles(container)
      const itemToFocus = nextFocus.current
      if (itemToFocus === undefined || !container.querySelector('.item')) return
      nextFocus.current = undefined
      container.querySelector<HTMLElement>(`[data-item="${CSS.escape(itemToFocus)}"]`)?.focus()
    }
    const observer = new MutationObserver(fixRolesAndFocus)
    observer.observe(container, { childList: true, subtree: true })
    const calendar = create(container)
    calendarRef.current = calendar
    fixRolesAndFocus()
    return () => {
      observer.disconnect()
      calendarRef.current = undefined
      void destroyCalendar(calendar)
    }
  }, [])
  useEffect(() => {
    calendarRef.current?.setOption('date', day)
  }, [day])
  useEffect(() => {
    if (drawnData.current === data) return
    drawnData.current = data
    const focusedElement = document.activeElement
    // The calendar creates new elements for changed items, so the focused item must get the focus again.
    if (focusedElement instanceof HTMLElement && containerRef.current?.contains(focusedElement))
      nextFocus.current = focusedElement.dataset.item
    calendarRef.current
      ?.setOption('resources', toResources(data))
      .setOption('events', toCalendarItems(data, view))
  }, [data, view])
  return <div className={`calendar-grid ${view}`} ref={containerRef} />
}

const TABLE_ROLES = ['table', 'rowgroup', 'row', 'rowheader', 'columnheader', 'cell']
const TABLE_ROLES_SELECTOR = TABLE_ROLES.map((role) => `[role="${role}"]`).join()

/**
 * Fixes two accessibility errors that axe reports. Table roles are removed, because the calendar renders its
 * items outside the table cells. The scrolling box gets a tab stop, so that the keyboard can scroll it.
 */
function fixTableRoles(target: HTMLElement): void {
  for (const element of target.querySelectorAll(TABLE_ROLES_SELECTOR))
    for (const name of ['role', 'aria-colindex', 'aria-colspan']) element.removeAttribute(name)
  const calendarBody = target.querySelector('.ec-main')
  calendarBody?.setAttribute('tabindex', '0')
  calendarBody?.setAttribute('aria-label', 'Bookings')
}

const HOUR_MINUTES = 60

const DAY_FORMAT = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })

const TIME_FORMAT = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

const CALENDAR_OPTIONS: Calendar.Options = {
  locale: 'en-US',
  firstDay: 1,
  headerToolbar: { start: '', center: '', end: '' },
  height: '100%',
  slotMinTime: FIRST_RESERVATION_TIME,
  slotMaxTime: LAST_RESERVATION_TIME,
  slotHeight: SLOT_HEIGHT,
  slotLabelFormat: { hour: 'numeric' },
  allDaySlot: false,
  nowIndicator: true,
  eventTimeFormat: (start, end) => `${TIME_FORMAT.format(start)} to ${TIME_FORMAT.format(end ?? start)}`,
  eventStartEditable: false,
  eventDurationEditable: false,
  columnWidth: 'minmax(var(--column), 1fr)',
  views: {
    // A slot of the week view is a whole day, so that the bookings of a day are listed below each other.
    resourceTimelineWeek: {
      slotDuration: { days: 1 },
      dayHeaderFormat: (date) => DAY_FORMAT.format(date),
    },
  },
}

const toResources = ({ amenities }: AmenityBookings): Calendar.ResourceInput[] =>
  amenities.map(({ id, title, isDeleted }) => ({ id, title: isDeleted ? `${title} (deleted)` : title }))

function renderItem(event: Calendar.Event, canOpenClosures: boolean, onPress: () => void): HTMLElement {
  const { bold, lines, ticketId, amenityId } = getItemLines(event)
  const isButton = ticketId !== undefined || (amenityId !== undefined && canOpenClosures)
  const itemElement = document.createElement(isButton ? 'button' : 'div')
  const titleElement = document.createElement('b')
  titleElement.textContent = bold
  itemElement.append(titleElement)
  for (const line of lines) {
    const element = document.createElement('span')
    element.textContent = line
    itemElement.append(element)
  }
  itemElement.className = 'item'
  if (typeof event.title === 'string' && event.title !== '') itemElement.title = event.title
  if (!isButton) return itemElement
  itemElement.setAttribute('type', 'button')
  itemElement.setAttribute('aria-label', itemElement.title)
  itemElement.dataset.item = String(event.id)
  itemElement.addEventListener('click', onPress)
  return itemElement
}

/** Returns an offset such as `+08:00`. The calendar needs it to draw the line of the current time. */
function getCommunityOffset(): string {
  const utcOffsetMinutes = Math.round(
    (Date.parse(`${getCommunityTimeNow().replace(' ', 'T')}Z`) - Date.now()) / 60_000,
  )
  return `${utcOffsetMinutes < 0 ? '-' : '+'}${toClockTime(Math.abs(utcOffsetMinutes))}`
}

const toClockTime = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

const getMinutesBetween = (from: string, to: string): number =>
  (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000

function addMinutes(time: string, minutes: number): string {
  const laterTime = toClockTime(Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)) + minutes)
  return laterTime > LAST_RESERVATION_TIME ? LAST_RESERVATION_TIME : laterTime
}
