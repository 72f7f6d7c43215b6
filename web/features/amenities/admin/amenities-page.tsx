import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { OfficeRecordsPage } from '#features/records/admin/office-records-page.tsx'
import { isNotFound } from '#lib/api/api.ts'
import { useAdmin } from '#lib/api/me.ts'
import { recordQuery } from '#lib/api/records.ts'
import { toText } from '#lib/record-values.ts'
import { type FormRecord, FormSheet } from '#ui/forms/form-sheet.tsx'
import { WaitingSheet } from '#ui/list-pages/waiting-sheet.tsx'
import { amenityRulesForm } from '@tahanan/contract/amenities/rules.ts'
import { allows } from '@tahanan/contract/permissions.ts'
import { amenity } from '@tahanan/contract/records/kinds/amenity.ts'

/** The office's page of amenities, with their booking rules (rules 25.1). */
export default function AmenitiesPage() {
  const [ruled, setRuled] = useState<FormRecord>()
  return (
    <>
      <OfficeRecordsPage
        kind={amenity}
        office={amenity.office}
        moreActions={(row) => [
          { label: 'Booking rules', icon: CalendarClock, onSelect: () => setRuled(row) },
        ]}
      />
      {ruled && <RulesModal amenity={ruled} onClose={() => setRuled(undefined)} />}
    </>
  )
}

function RulesModal({ amenity: { id, title }, onClose }: { amenity: FormRecord; onClose: () => void }) {
  const { roles } = useAdmin()
  const query = useQuery(recordQuery<Omit<FormRecord, 'id'>>('amenity-rules', id))
  const { data } = query
  if (!data)
    return (
      <WaitingSheet
        place="box"
        width={WIDTH}
        query={query}
        title="Booking rules"
        thing="these rules"
        onClose={onClose}
      />
    )
  return (
    <FormSheet
      declared={amenityRulesForm}
      title="Booking rules"
      subtitle={toText(title)}
      path="/amenity-rules"
      noun="Booking rules"
      record={{ ...data, id } as FormRecord}
      readOnly={!allows(roles, 'amenities', 'edit')}
      isGone={isNotFound(query.error)}
      questions={{
        bookingsAgainstRules: {
          field: 'confirmedBookings',
          title: 'Save these rules?',
          okText: 'Save',
          cancelText: 'Keep editing',
        },
      }}
      width={WIDTH}
      stale={[
        ['record', 'amenity-rules', id],
        ['record', 'amenity', id],
        ['records', 'amenities'],
      ]}
      onClose={onClose}
    />
  )
}

/** Pixels: rows of closures have six fields. */
const WIDTH = 1000
