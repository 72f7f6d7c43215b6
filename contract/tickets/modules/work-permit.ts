import type { FieldErrors } from '../../errors.ts'
import { dateTime, list, money, text, longText, type Field } from '../../forms/fields.ts'
import { defineModule } from '../define-module.ts'
import { itemsField } from './gate-pass.ts'

const contractorsField = list(
  {
    name: text({ label: 'Name', required: 'Missing Name' }),
    information: text({ label: 'Information', required: 'Missing Information' }),
  },
  {
    label: 'Workers',
    addLabel: 'Add worker',
    personal: 'worker',
    hint: 'Information: trade and mobile number, such as ‘Painter, 0917 555 0101’.',
  },
)

const createWorkDayField = (label: string, requiredMessage: string) =>
  dateTime({ label, required: requiredMessage, isPastRefused: true, precision: 'day' })

export const workFields = {
  workArea: text({ label: 'Work Area', required: 'Please input your work area!', personal: 'household' }),
  purpose: longText({ label: 'Purpose', required: 'Please input your purpose!', personal: 'household' }),
  dateFrom: createWorkDayField('Date From', 'Please input the date from!'),
  dateTo: createWorkDayField('Date To', 'Please input the date to!'),
  contractors: contractorsField,
} as const

/** Separate from `workFields`, so that it stays the last field of a permit's form. */
export const bondAmountField: Field = money({ label: 'Bond Amount', writers: ['admin'] })

export function checkWorkPeriod({ dateFrom, dateTo }: Readonly<Record<string, unknown>>): FieldErrors {
  if (typeof dateFrom !== 'string' || typeof dateTo !== 'string' || dateFrom <= dateTo) return {}
  return { dateTo: ['‘Date To’ must not be before ‘Date From’.'] }
}

/** Permit for workers hired by a resident (rules 5.14 to 5.16). */
export const workPermit = defineModule({
  name: 'workPermit',
  permission: 'permits',
  setting: 'workPermit',
  prefix: 'WP',
  path: { one: 'permit', many: 'permits' },
  route: '/permits',
  title: 'Work Permits',
  noun: { one: 'work permit', many: 'work permits' },
  formNoun: 'permit',
  toast: { resident: 'Permit', admin: 'Permit' },
  description: 'Ask for a permit for workers whom you hire yourself.',
  searchHint: 'Search ticket, client or work',
  icon: 'hard-hat',
  lockedAfterApproval: true,
  next: { stepText: 'your workers show this permit at the gate', at: 'dateFrom' },
  pass: {
    from: 'dateFrom',
    to: 'dateTo',
    hours: 'work',
    entries: 'many',
    name: 'workPermitFor',
    purpose: 'purpose',
    items: 'items',
    workers: 'contractors',
  },
  flags: { add: 'add', edit: ['edit', 'approve'], delete: 'delete' },
  fields: {
    workPermitFor: text({
      label: 'Work Permit For',
      required: 'Please input your work permit for!',
      personal: 'worker',
    }),
    ...workFields,
    items: itemsField,
    bondAmount: bondAmountField,
  },
  check: checkWorkPeriod,
  mainDate: 'dateFrom',
  recordedTimes: {
    dateApplied: 'created',
    approvalDate: 'approved',
    dateCompleted: 'completed',
    completedDate: 'completed',
  },
  residentColumns: {
    ticketNumber: 'Service Ticket #',
    workPermitFor: 'Work Permit For',
    dateFrom: 'Date From',
    dateTo: 'Date To',
  },
  officeColumns: {
    workPermitFor: 'Work Permit For',
    contractors: 'Contractors',
    dateApplied: 'Date Applied',
    dateFrom: 'Date From',
    dateTo: 'Date To',
    dateCompleted: 'Date Completed',
  },
  under: { dateTo: 'dateFrom', dateCompleted: 'dateApplied' },
  csv: {
    file: 'Permit Reports.csv',
    keys: [
      'workPermitFor',
      'workArea',
      'purpose',
      'dateApplied',
      'dateFrom',
      'dateTo',
      'contractors',
      'items',
      'bondAmount',
      'status',
      'remarks',
    ],
  },
  card: { heading: 'workPermitFor', line: [{ from: 'dateFrom', to: 'dateTo' }] },
  example: {
    workPermitFor: 'Repainting of the living room',
    workArea: 'Living room',
    purpose: 'Repaint walls and ceiling.',
    dateFrom: { days: 3, time: '00:00' },
    dateTo: { days: 6, time: '00:00' },
    contractors: [{ name: 'Boy Santos', information: 'Painter, 0917 555 0101' }],
    items: [
      { name: 'Paint, 4 L', quantity: 6 },
      { name: 'Ladder', quantity: 1 },
    ],
  },
})
