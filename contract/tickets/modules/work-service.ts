import { files, text } from '../../forms/fields.ts'
import { defineModule } from '../define-module.ts'
import { bondAmountField, checkWorkPeriod, workFields } from './work-permit.ts'

/** Work service. It has no page of its own, because the Services list shows it (rules 5.17). */
export const workService = defineModule({
  name: 'workService',
  permission: 'permits',
  setting: 'workPermit',
  prefix: 'WS',
  path: { one: 'service', many: 'services' },
  route: null,
  title: 'Work Services',
  noun: { one: 'work service', many: 'work services' },
  formNoun: 'permit',
  toast: { resident: 'Service', admin: 'Service' },
  description: 'Work that the office arranges for your unit.',
  searchHint: 'Search ticket, client or work',
  icon: 'construction',
  lockedAfterApproval: true,
  fields: {
    workServiceFor: text({
      label: 'Work Service For',
      required: 'Please input your work service for!',
      personal: 'worker',
    }),
    ...workFields,
    bondAmount: bondAmountField,
    image: files({
      label: 'Image',
      folder: 'images',
      accept: 'image',
      max: 1,
      namePrefix: 'service_',
      personal: 'household',
    }),
  },
  check: checkWorkPeriod,
  recordedTimes: {
    approvalDate: 'approved',
    dateApplied: 'ongoing',
    dateCompleted: 'completed',
    completedDate: 'completed',
  },
  residentColumns: {
    ticketNumber: 'Service Ticket #',
    workServiceFor: 'Work Service For',
    dateFrom: 'Date From',
    dateTo: 'Date To',
  },
  officeColumns: { workServiceFor: 'Work Service For', dateFrom: 'Date From', dateTo: 'Date To' },
  csv: {
    file: 'Service Reports.csv',
    keys: ['workServiceFor', 'workArea', 'purpose', 'dateFrom', 'dateTo', 'contractors', 'status', 'remarks'],
  },
  card: { heading: 'workServiceFor', line: [{ from: 'dateFrom', to: 'dateTo' }] },
  example: {
    workServiceFor: 'Aircon cleaning',
    workArea: 'Bedroom 1',
    purpose: 'Quarterly cleaning of the split-type unit.',
    dateFrom: { days: 2, time: '00:00' },
    dateTo: { days: 2, time: '00:00' },
    contractors: [{ name: 'Lamig Aircon Care', information: 'Two technicians' }],
  },
})
