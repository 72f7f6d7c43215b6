import '#ui/controls/calendar.css'
import './book-page.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { useNavigate } from 'react-router'
import { useServiceAccess } from '#features/tickets/resident/services.ts'
import { useAddress } from '#lib/address/use-address.ts'
import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { amenitiesQuery } from '#lib/api/row-queries.ts'
import { formatLongDay, formatTime, getToday } from '#lib/time.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Chevron } from '#ui/controls/calendar-popup.tsx'
import { Field } from '#ui/controls/field.tsx'
import { NativeSelect, TextArea } from '#ui/controls/input.tsx'
import { SegmentedControl } from '#ui/controls/segmented-control.tsx'
import { showMessage } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Picture } from '#ui/picture.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { EmptyState } from '#ui/states.tsx'
import type { AmenityDays, AmenityTimes } from '@tahanan/contract/amenities/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { Amenity } from '@tahanan/contract/records/answers.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { RESERVATION_TITLES } from '@tahanan/contract/tickets/modules/reservation.ts'
import { formatMinutes } from '@tahanan/contract/time.ts'
import { amenityDaysQuery, amenityTimesQuery, waitingEntriesQuery } from '../calls.ts'
import { useBookingDetails } from './use-booking-details.ts'
import { TakenTimes, WaitingEntries } from './waiting-entries.tsx'

const reservationModule = getModule('reservation')

/** Calendar page on which residents book an amenity (rules 25.6). */
export default function BookPage() {
  const [params, change] = useAddress()
  const access = useServiceAccess(reservationModule)
  const query = useQuery(amenitiesQuery)
  const waitingEntriesResult = useQuery(waitingEntriesQuery)
  const { data } = query
  const chosenAmenity = data?.find(({ id }) => String(id) === params.get('amenity')) ?? data?.[0]
  return (
    <>
      <PageHead title="Book an amenity" description="Choose a day and a time." />
      {access.message && <p className="callout">{access.message}</p>}
      {!data && <QueryState query={query} title="We could not load the amenities" />}
      {data && !chosenAmenity && (
        <EmptyState title="No amenities yet">The office has not added amenities to book.</EmptyState>
      )}
      {data && chosenAmenity && !waitingEntriesResult.isLoading && (
        <div className="book">
          <WaitingEntries entries={waitingEntriesResult.data ?? []} />
          {data.length > 1 && (
            <Field label="Amenity">
              <NativeSelect
                value={String(chosenAmenity.id)}
                options={data.map(({ id, title }) => ({ value: id, label: title }))}
                onChange={({ target }) =>
                  change(
                    (next) => {
                      next.set('amenity', target.value)
                      next.delete('day')
                    },
                    { replace: true },
                  )
                }
              />
            </Field>
          )}
          <AmenityCalendar
            key={chosenAmenity.id}
            amenity={chosenAmenity}
            day={params.get('day') ?? undefined}
            onDay={(day) => change((next) => next.set('day', day), { replace: true })}
          />
        </div>
      )}
    </>
  )
}

// Dates of the calendar component are in UTC, so that the browser's time zone cannot shift a day.
const toDate = (day: string): Date => new Date(`${day}T00:00:00Z`)
const toDay = (date: Date): string => date.toISOString().slice(0, 10)

interface AmenityCalendarProps {
  amenity: Amenity
  day: string | undefined
  onDay: (day: string) => void
}

function AmenityCalendar({ amenity, day: chosenDay, onDay }: AmenityCalendarProps) {
  const [month, setMonth] = useState((chosenDay ?? getToday()).slice(0, 7))
  const query = useQuery(amenityDaysQuery(amenity.id, month))
  const details = useBookingDetails(amenity)
  const { data } = query
  const day = chosenDay ?? data?.days.find((amenityDay) => isBookable(amenityDay))?.date
  const [image] = amenity.images
  return (
    <>
      <section className="tile about" aria-label={amenity.title}>
        {image && (
          <Picture className="fills" file={image} alt="" sizes="(min-width: 900px) 420px, 100vw" first />
        )}
        <div className="stack">
          <h2>{amenity.title}</h2>
          <p className="minor">{amenity.description}</p>
          {data?.price && <p className="price num">{data.price}</p>}
          {data && <AmenityRules rules={data.rules} />}
          {data?.quotas.map((quotaText) => (
            <p key={quotaText} className="quota num">
              {quotaText}
            </p>
          ))}
          {data?.refusal && (
            <p className="callout" role="status">
              {data.refusal}
            </p>
          )}
        </div>
      </section>
      <section className="tile calendar month" aria-label="Days">
        <DayPicker
          mode="single"
          timeZone="UTC"
          navLayout="around"
          components={{ Chevron }}
          fixedWeeks
          weekStartsOn={1}
          today={toDate(getToday())}
          selected={day === undefined ? undefined : toDate(day)}
          month={toDate(`${month}-01`)}
          startMonth={toDate(getToday())}
          onMonthChange={(next) => setMonth(toDay(next).slice(0, 7))}
          disabled={(date) => toDay(date) < getToday()}
          modifiers={groupDatesByState(data)}
          modifiersClassNames={{ free: 'free', partly: 'partly', full: 'full', closed: 'closed' }}
          labels={{ labelDayButton: (date) => getDayLabel(toDay(date), data) }}
          onDayClick={(date) => onDay(toDay(date))}
        />
        <p className="legend minor">
          <span className="dotted free">Free</span>
          <span className="dotted partly">Partly free</span>
          <span className="dotted full">Full</span>
          <span className="dotted closed">Closed</span>
        </p>
        {!data && <QueryState query={query} title="We could not load the days" />}
      </section>
      {day !== undefined && (
        <BookableTimes key={`${amenity.id} ${day}`} amenity={amenity} day={day} details={details} />
      )}
    </>
  )
}

type AmenityDay = AmenityDays['days'][number]

const isBookable = ({ state, reason }: AmenityDay): boolean =>
  reason === null && (state === 'free' || state === 'partly')

function groupDatesByState(data: AmenityDays | undefined): Record<string, Date[]> {
  const listDates = (state: string) =>
    (data?.days ?? [])
      .filter((amenityDay) => getShownState(amenityDay) === state)
      .map(({ date }) => toDate(date))
  return {
    free: listDates('free'),
    partly: listDates('partly'),
    full: listDates('full'),
    closed: listDates('closed'),
  }
}

const getShownState = ({ state, reason }: AmenityDay): AmenityDay['state'] =>
  reason !== null && state !== 'full' ? 'closed' : state

const STATE_LABELS = { free: 'free', partly: 'partly free', full: 'full', closed: 'closed' } as const

function getDayLabel(date: string, data: AmenityDays | undefined): string {
  const day = data?.days.find((amenityDay) => amenityDay.date === date)
  return day ? `${formatLongDay(date)}, ${STATE_LABELS[getShownState(day)]}` : formatLongDay(date)
}

function AmenityRules({ rules }: { rules: readonly string[] }) {
  return (
    <details className="minor">
      <summary>Rules</summary>
      <ul className="stack gap-1">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </details>
  )
}

interface BookableTimesProps {
  amenity: Amenity
  day: string
  details: ReturnType<typeof useBookingDetails>
}

function BookableTimes({ amenity, day, details }: BookableTimesProps) {
  const query = useQuery(amenityTimesQuery(amenity.id, day))
  const { data } = query
  const [chosenTime, setChosen] = useState<string>()
  const start = data?.starts.find(({ startTime }) => startTime === chosenTime)
  return (
    <section className="tile times stack" aria-label={`Times on ${formatLongDay(day)}`}>
      <h2>{formatLongDay(day)}</h2>
      {!data && <QueryState query={query} title="We could not load the times" />}
      {data?.quotas.map((quotaText) => (
        <p key={quotaText} className="quota num">
          {quotaText}
        </p>
      ))}
      {data && data.starts.length === 0 && (
        <p role="status">{data.reason ?? 'All times of this day are taken.'}</p>
      )}
      {data && data.starts.length > 0 && (
        <ul className="starts" aria-label="Start">
          {data.starts.map(({ startTime }) => (
            <li key={startTime}>
              <Button
                kind={startTime === chosenTime ? 'primary' : 'default'}
                aria-pressed={startTime === chosenTime}
                onClick={() => setChosen(startTime)}
              >
                {formatTime(startTime)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {data && <TakenTimes amenity={amenity} taken={data.taken} />}
      {data && start && (
        <BookingForm key={start.startTime} amenity={amenity} times={data} start={start} details={details} />
      )}
    </section>
  )
}

const MINUTE_MS = 60_000

function listEndTimes(
  { min, step }: AmenityTimes,
  { startTime, latestEnd }: AmenityTimes['starts'][number],
): string[] {
  const endTimes: string[] = []
  const firstEndMs = Date.parse(startTime) + min * MINUTE_MS
  for (let endMs = firstEndMs; endMs <= Date.parse(latestEnd); endMs += step * MINUTE_MS)
    endTimes.push(new Date(endMs).toISOString())
  return endTimes
}

interface BookingFormProps extends Pick<BookableTimesProps, 'amenity' | 'details'> {
  times: AmenityTimes
  start: AmenityTimes['starts'][number]
}

function BookingForm({ amenity, times, start, details }: BookingFormProps) {
  const navigate = useNavigate()
  const endTimes = listEndTimes(times, start)
  const [end = '', setEnd] = useState(endTimes[0])
  const { title, description } = details
  // Opened if details were typed before, because they are sent with this time too.
  const [isOpenAtFirst] = useState(details.isTyped)
  const formRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    formRef.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: object) => api.post<Ticket>('/reservation', body, { isDrafted: true }),
    meta: { handles: [409] },
  })
  const book = useNonOverlappingCall(async () => {
    const requestBody = {
      amenityId: amenity.id,
      title,
      description,
      startTime: start.startTime,
      endTime: end,
    }
    try {
      const savedTicket = await mutateAsync(requestBody)
      details.forgetDraft()
      toast.success('Reservation added successfully.', savedTicket.ticketNumber)
      void queryClient.invalidateQueries({ queryKey: ['tickets'] })
      void navigate(`/reservations?serviceId=${savedTicket.id}`)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.status !== 409) return
      await showMessage('info', 'Unable to reserved', failure.message)
    } finally {
      void queryClient.invalidateQueries({ queryKey: ['slots'] })
    }
  })
  const formatEnd = (endTime: string): string =>
    `${formatTime(endTime)} (${formatMinutes((Date.parse(endTime) - Date.parse(start.startTime)) / MINUTE_MS)})`
  return (
    <div className="stack booking" ref={formRef}>
      <Field label="Until">
        <NativeSelect
          value={end}
          options={endTimes.map((endTime) => ({ value: endTime, label: formatEnd(endTime) }))}
          onChange={({ target }) => setEnd(target.value)}
        />
      </Field>
      <details open={isOpenAtFirst}>
        <summary>{title}. Change details</summary>
        <div className="stack">
          <Field label="Title" group>
            <SegmentedControl
              options={RESERVATION_TITLES}
              value={title}
              onChange={(next) => details.set({ title: String(next) })}
            />
          </Field>
          <Field label="Description">
            <TextArea
              limit={LIMITS.longText}
              value={description}
              onChange={({ target }) => details.set({ description: target.value })}
            />
          </Field>
        </div>
      </details>
      <Button
        kind="primary"
        className="block"
        icon={CalendarCheck}
        busy={isPending}
        disabled={description.trim() === ''}
        onClick={() => void book()}
      >
        Book {formatTime(start.startTime)} to {formatTime(end)}
      </Button>
    </div>
  )
}
