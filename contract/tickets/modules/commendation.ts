import { choice, longText, text } from '../../forms/fields.ts'
import { STATUS } from '../../statuses.ts'
import { defineModule, TABS_WITHOUT_CANCELLED } from '../define-module.ts'

const COMMENDATION_TYPES = [
  { value: 1, label: 'Commendation', tag: 'COMMENDATION', icon: 'heart' },
  { value: 2, label: 'Testimonial', tag: 'TESTIMONIALS', icon: 'quote' },
] as const

/** Praise of a person of the office or of the community (rules 5.23). */
export const commendation = defineModule({
  name: 'commendation',
  permission: 'commendations',
  setting: 'commendation',
  prefix: 'CT',
  path: { one: 'commendation', many: 'commendations' },
  route: '/commendations',
  title: 'Commendations',
  noun: { one: 'commendation', many: 'commendations' },
  formNoun: 'commendation and testimonial',
  toast: { resident: 'Commendation', admin: 'Commendation' },
  description: 'Thank somebody, or tell us about living here.',
  searchHint: 'Search ticket, client or title',
  icon: 'heart',
  flags: { add: 'add', edit: ['edit'], submit: 'edit', delete: 'delete' },
  fields: {
    title: text({ label: 'Title', required: 'Please input your title!', personal: 'staff' }),
    type: choice(COMMENDATION_TYPES, { label: 'Type', required: 'Please input your type!' }),
    comment: longText({
      label: 'Comment',
      required: { resident: 'Please input your comments!', admin: 'Please input your comment!' },
      personal: 'staff',
    }),
  },
  steps: [STATUS.approved],
  recordedTimes: { approvalDate: 'approved', completedDate: 'completed' },
  residentColumns: {
    ticketNumber: 'Service Ticket #',
    title: 'Title',
    comment: 'Comment',
    created_at: 'Date Created',
    type: 'Type',
  },
  officeColumns: { title: 'Title', comment: 'Comment', type: 'Type' },
  tabs: TABS_WITHOUT_CANCELLED,
  csv: {
    file: 'Commendation And Testimonial Reports.csv',
    keys: ['title', 'type', 'comment', 'status', 'remarks'],
  },
  card: { heading: 'title', line: ['created_at', 'type'] },
  example: {
    title: 'Thank you, Mang Tino',
    type: 1,
    comment: 'He carried my groceries up when the elevator was down.',
  },
})
