import { files, longText, text } from '../../forms/fields.ts'
import { defineRecordKind } from '../define-record-kind.ts'

/** Number of advertisements that the dashboard shows (rules 15.11). */
export const MAX_DASHBOARD_ADS = 4

/** Advertisement that residents see beside their lists (`GET /ads` and `GET /ad`, rules 9.25). */
export const advertisement = defineRecordKind({
  name: 'advertisement',
  table: 'advertisements',
  noun: { one: 'advertisement', many: 'advertisements' },
  page: 'advertisements',
  listAreas: ['admin'],
  fields: {
    title: text({ label: 'Title', required: 'Please input your title!' }),
    url: text({ label: 'URL', required: 'Please input your url!', input: 'url', max: 2048 }),
    description: longText({ label: 'Description', max: 500 }),
    images: files({
      label: 'Image',
      folder: 'advertisements',
      accept: 'image',
      max: 1,
      namePrefix: 'advertisements_',
      hint: '1 image.',
    }),
  },
  menu: 'Advertisements',
  icon: 'image',
  office: {
    title: 'Advertisements',
    searchHint: 'Search advertisements',
    purpose: 'Residents see them on their dashboard and beside their lists.',
    columns: { images: 'Image', title: 'Title', url: 'URL', description: 'Description' },
  },
  reset: { group: 'advertisements', label: 'Advertisements', note: 'With their pictures.' },
})
