import { OfficeRecordsPage } from '#features/records/admin/office-records-page.tsx'
import { amenity } from '@tahanan/contract/records/kinds/amenity.ts'
import { AmenityModal } from './amenity-modal.tsx'

/** The office's page of amenities, with their booking rules (rules 25.1). */
export default function AmenitiesPage() {
  return <OfficeRecordsPage kind={amenity} office={amenity.office} Modal={AmenityModal} />
}
