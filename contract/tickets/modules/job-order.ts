import { choice, longText, money, text } from '../../forms/fields.ts'
import { STATUS } from '../../statuses.ts'
import { defineModule } from '../define-module.ts'

const BILL_OPTIONS = [
  { value: 'Billable', label: 'Billable' },
  { value: 'Non-Billable', label: 'Non-Billable' },
] as const

/** Work by the office's staff, also called a service request (rules 5.4, 5.5). */
export const jobOrder = defineModule({
  name: 'jobOrder',
  permission: 'orders',
  setting: 'jobOrderRequest',
  prefix: 'JO',
  path: { one: 'request', many: 'requests' },
  route: '/service-requests',
  title: 'Job Orders',
  noun: { one: 'job order', many: 'job orders' },
  toast: { resident: 'Request', admin: 'Service Request' },
  description: 'Ask the office to repair or install something.',
  searchHint: 'Search ticket, client or title',
  icon: 'wrench',
  lockedAfterApproval: true,
  hasRemarksOnCreate: true,
  fields: {
    title: text({ label: 'Title', required: 'Please input your title!', personal: 'household' }),
    description: longText({
      label: 'Description',
      required: 'Please input your description!',
      personal: 'household',
    }),
    estimatedAmount: money({
      label: 'Estimated Amount',
      required: { admin: 'Please input your estimated amount!' },
      neededToApprove: true,
      writers: ['admin'],
    }),
    billOption: choice(BILL_OPTIONS, {
      label: 'Bill Option',
      required: { admin: 'Please select a bill option!' },
      neededToApprove: true,
      writers: ['admin'],
    }),
    comment: longText({ label: 'Comment', writers: ['admin'], personal: 'household' }),
  },
  recordedTimes: { approvalDate: 'approved', completedDate: 'completed' },
  residentColumns: {
    ticketNumber: 'Ticket Number',
    title: 'Title',
    description: 'Description',
    estimatedAmount: 'Estimated Amount',
    billOption: 'Bill Option',
  },
  officeColumns: {
    title: 'Title',
    estimatedAmount: 'Estimated Amount',
    billOption: 'Bill Option',
    created_at: 'Created Date',
  },
  under: { billOption: 'estimatedAmount' },
  csv: {
    file: 'Job Orders Reports.csv',
    keys: ['title', 'description', 'estimatedAmount', 'status', 'remarks', 'comment'],
  },
  card: { heading: 'title', line: ['created_at', 'billOption'] },
  actions: [
    {
      path: 'approved',
      effect: 'status',
      status: STATUS.approved,
      toast: 'Service Request approved successfully.',
    },
    {
      path: 'rejected',
      effect: 'status',
      status: STATUS.rejected,
      toast: 'Service Request rejected successfully.',
    },
  ],
  example: {
    title: 'Kitchen faucet is leaking',
    description: 'Water drips from the base of the faucet even when it is closed.',
    estimatedAmount: 850,
    billOption: 'Billable',
  },
})
