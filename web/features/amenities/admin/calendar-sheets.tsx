import '#ui/forms/form.css'
import { CalendarClock, CalendarPlus, CalendarX } from 'lucide-react'
import { AddModal } from '#features/tickets/admin/add-modal.tsx'
import { useAdmin } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { formatLongDate, toInstant, getCommunityTimeNow } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { NativeSelect } from '#ui/controls/input.tsx'
import { DraftNote } from '#ui/forms/draft-note.tsx'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { SheetForm } from '#ui/forms/sheet-form.tsx'
import { Sheet, SheetCancelButton } from '#ui/overlays/sheet.tsx'
import type { AmenityBookings } from '@tahanan/contract/amenities/answers.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { AmenityRecord } from './amenity-modal.tsx'
import type { Slot } from './calendar-grid.tsx'
import { formatTimeSpan } from './calendar-items.ts'
import { type ClosureFormOptions, useClosureForm } from './use-closure-form.ts'

const reservationModule = getModule('reservation')

export type OpenedCalendarSheet =
  | { kind: 'slot'; slot: Slot }
  | { kind: 'reserve'; slot?: Slot }
  | { kind: 'close'; slot: Partial<Slot> }
  | { kind: 'rules'; amenityId: number }

interface SlotSheetProps {
  slot: Slot
  title: string
  onReserve?: () => void
  onCloseHours?: () => void
  onRules?: () => void
  onClose: () => void
}

const formatSlot = ({ day, from, to }: Slot): string =>
  from !== undefined && to !== undefined
    ? `${formatLongDate(day)}, ${formatTimeSpan(day, from, to)}`
    : formatLongDate(day)

function SlotSheet({ slot, title, onReserve, onCloseHours, onRules, onClose }: SlotSheetProps) {
  const isOver = `${slot.day} ${slot.from ?? '24'}` < getCommunityTimeNow()
  return (
    <Sheet
      place="box"
      width={440}
      title={title}
      subtitle={formatSlot(slot)}
      begins="heading"
      footer={<SheetCancelButton />}
      onClose={onClose}
    >
      <div className="stack gap-3">
        {isOver && <p>This time is over.</p>}
        {!isOver && onReserve && (
          <Button kind="primary" icon={CalendarPlus} onClick={onReserve}>
            New reservation
          </Button>
        )}
        {!isOver && onCloseHours && (
          <Button icon={CalendarX} onClick={onCloseHours}>
            {slot.from === undefined ? 'Close this day' : 'Close these hours'}
          </Button>
        )}
        {onRules && (
          <Button kind="quiet" icon={CalendarClock} onClick={onRules}>
            Booking rules
          </Button>
        )}
      </div>
    </Sheet>
  )
}

function CloseHoursSheet({ amenities, slot, onClose }: ClosureFormOptions) {
  const { form, amenityId, setAmenityId, submit, busy, close } = useClosureForm({ amenities, slot, onClose })
  return (
    <SheetForm
      id={form.id}
      place="box"
      title="Close hours"
      submitLabel="Close hours"
      dirty={form.dirty}
      busy={busy}
      onClose={close}
      onSubmit={() => submit()}
    >
      <div className="form">
        {form.isDraftRestored && form.dirty && <DraftNote />}
        <Field label="Amenity" className="wide">
          <NativeSelect
            value={String(amenityId)}
            options={amenities.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={({ target }) => setAmenityId(Number(target.value))}
          />
        </Field>
        <FormFields form={form} />
      </div>
    </SheetForm>
  )
}

function getInitialReservation({ amenityId, day, from, to }: Slot): Record<string, unknown> {
  return {
    amenityId,
    ...(from !== undefined && { startTime: toInstant(`${day} ${from}`) }),
    ...(to !== undefined && { endTime: toInstant(`${day} ${to}`) }),
  }
}

interface OpenedSheetProps {
  sheet: OpenedCalendarSheet
  data: AmenityBookings
  onOpen: (sheet: OpenedCalendarSheet) => void
  onClose: () => void
}

export default function CalendarSheet({ sheet, data, onOpen, onClose }: OpenedSheetProps) {
  const { roles } = useAdmin()
  const getTitle = (amenityId: number): string =>
    data.amenities.find(({ id }) => id === amenityId)?.title ?? ''
  switch (sheet.kind) {
    case 'slot': {
      const { slot } = sheet
      return (
        <SlotSheet
          slot={slot}
          title={getTitle(slot.amenityId)}
          onReserve={
            rolesAllow(roles, reservationModule.permission, reservationModule.flags.add)
              ? () => onOpen({ kind: 'reserve', slot })
              : undefined
          }
          onCloseHours={
            rolesAllow(roles, 'amenities', 'edit') ? () => onOpen({ kind: 'close', slot }) : undefined
          }
          onRules={
            rolesAllow(roles, 'amenities', 'view')
              ? () => onOpen({ kind: 'rules', amenityId: slot.amenityId })
              : undefined
          }
          onClose={onClose}
        />
      )
    }
    case 'reserve':
      return (
        <AddModal
          module={reservationModule}
          start={sheet.slot && getInitialReservation(sheet.slot)}
          onClose={() => {
            void queryClient.invalidateQueries({ queryKey: ['slots', 'office'] })
            onClose()
          }}
        />
      )
    case 'close':
      return (
        <CloseHoursSheet
          amenities={data.amenities.filter(({ isDeleted }) => !isDeleted)}
          slot={sheet.slot}
          onClose={onClose}
        />
      )
    case 'rules':
      return (
        <AmenityRecord
          id={sheet.amenityId}
          readOnly={!rolesAllow(roles, 'amenities', 'edit')}
          showsRules
          onClose={onClose}
        />
      )
    // no default case
  }
}
