import { files, longText, text } from '../../forms/fields.ts'
import { AREAS } from '../../limits.ts'
import { defineRecordKind } from '../define-record-kind.ts'

/** Amenity that residents can reserve (rules 9.22 and 9.24). */
export const amenity = defineRecordKind({
  name: 'amenity',
  table: 'amenities',
  noun: { one: 'amenity', many: 'amenities' },
  page: 'amenities',
  areas: AREAS,
  extraReadPermissions: [
    ['reservations', 'view'],
    ['reservations', 'add'],
    ['reservations', 'edit'],
    ['reservations', 'approve'],
  ],
  fields: {
    title: text({ label: 'Title', required: 'Please input your title!' }),
    description: longText({ label: 'Description', required: 'Please input your description!' }),
    images: files({
      label: 'Images',
      folder: 'amenities',
      accept: 'image',
      max: 3,
      namePrefix: 'amenity_',
      hint: 'Up to 3 images.',
    }),
  },
  menu: 'Amenities',
  icon: 'waves-ladder',
  office: {
    title: 'Amenities',
    searchHint: 'Search amenities',
    purpose: 'Residents can reserve the amenities that you add.',
    columns: { images: 'Image', title: 'Title', description: 'Description' },
  },
  reset: {
    group: 'amenities',
    label: 'Amenities',
    dependentGroups: ['reservations'],
    note: 'With all reservations of them.',
  },
})
