import { amenityForm } from '@tahanan/contract/content/forms.ts'
import type { Amenity } from '@tahanan/contract/records/answers.ts'
import type { RecordKind } from '../../../ui/list-pages/record-kind.ts'
import { RecordPage } from '../../../ui/list-pages/record-page.tsx'
import { RowPicture } from './row-picture.tsx'

/** The office's amenities (rules 15.19). */
const amenities: RecordKind<Amenity & Record<string, unknown>> = {
  page: 'amenities',
  title: 'Amenities',
  one: 'amenity',
  many: 'amenities',
  form: amenityForm,
  noun: { one: 'amenity', many: 'amenities' },
  toast: 'Amenity',
  searchHint: 'Search amenities',
  purpose: 'Residents can reserve the amenities that you add.',
  nameOf: ({ title }) => title,
  columns: [
    { label: 'Image', show: ({ images, title }) => <RowPicture images={images} name={title} /> },
    { label: 'Title', look: 'wide', opens: true, show: ({ title }) => title },
    {
      label: 'Description',
      look: 'wide',
      show: ({ description }) => <span className="clip">{description}</span>,
    },
  ],
  card: ({ title, description, images }) => ({
    picture: <RowPicture images={images} name={title} />,
    heading: title,
    words: <p className="clip">{description}</p>,
  }),
}

export default function AmenitiesPage() {
  return <RecordPage kind={amenities} />
}
