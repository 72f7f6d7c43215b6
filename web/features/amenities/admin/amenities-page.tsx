import { OfficeRecordsPage } from '#features/records/admin/office-records-page.tsx'
import { amenity } from '@tahanan/contract/records/kinds/amenity.ts'
import { AmenityModal } from './amenity-modal.tsx'

/** Amenities with their booking rules, managed by the office (rules 25.1). */
export default function AmenitiesPage() {
  return <OfficeRecordsPage kind={amenity} office={amenity.office} Modal={AmenityModal} />
}
