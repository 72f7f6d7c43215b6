import { choice, dateTime, list, text, wholeNumber } from '../../forms/fields.ts'
import { defineModule } from '../define-module.ts'

const GATE_PASS_TYPES = [
  { value: 1, label: 'Delivery', tag: 'DELIVERY', icon: 'truck' },
  { value: 2, label: 'Move In', tag: 'MOVEIN', icon: 'log-in' },
  { value: 3, label: 'Move Out', tag: 'MOVEOUT', icon: 'log-out' },
  { value: 4, label: 'Pull Out', tag: 'PULLOUT', icon: 'undo' },
] as const

export const itemsField = list(
  {
    name: text({ label: 'Name', required: 'Missing Name' }),
    quantity: wholeNumber({ label: 'Quantity', required: 'Missing Quantity' }),
  },
  { label: 'Items', addLabel: 'Add item', personal: 'household' },
)

/** Permit to bring things into the building or out of it (rules 5.2, 5.3). */
export const gatePass = defineModule({
  name: 'gatePass',
  permission: 'gatepass',
  setting: 'gatePass',
  prefix: 'GP',
  path: { one: 'ticket', many: 'tickets' },
  route: '/tickets',
  title: 'Gate Pass',
  noun: { one: 'gate pass', many: 'gate passes' },
  toast: { resident: 'Gate Pass', admin: 'Gate Pass' },
  description: 'Bring things in or out of the building.',
  searchHint: 'Search ticket, client or bearer',
  icon: 'package-check',
  lockedAfterApproval: true,
  next: { stepText: 'show this pass at the gate', at: 'dateOfUse' },
  pass: {
    from: 'dateOfUse',
    to: 'dateOfUse',
    hours: 'day',
    entries: 'one',
    name: 'bearerName',
    purpose: 'type',
    items: 'items',
  },
  fields: {
    bearerName: text({
      label: 'Bearer Name',
      required: 'Please input your bearer name!',
      personal: 'visitor',
    }),
    type: choice(GATE_PASS_TYPES, { label: 'Type', initial: 1 }),
    dateOfApplication: dateTime({
      label: 'Date of Application',
      required: 'Please input your date of application!',
      isPastRefused: true,
      initial: 'now',
    }),
    dateOfUse: dateTime({
      label: 'Date of Use',
      required: 'Please input your date of use!',
      isPastRefused: true,
    }),
    items: itemsField,
  },
  mainDate: 'dateOfUse',
  recordedTimes: { approvalDate: 'approved', dateApplied: 'ongoing', completedDate: 'completed' },
  residentColumns: {
    ticketNumber: 'Ticket Number',
    bearerName: 'Bearer Name',
    type: 'Type',
    dateOfApplication: 'Date Of Application',
    dateOfUse: 'Date Of Use',
  },
  officeColumns: { bearerName: 'Bearer Name', type: 'Type', dateOfUse: 'Date Of Use' },
  under: { dateOfUse: 'dateOfApplication' },
  csv: {
    file: 'Gatepass Reports.csv',
    keys: ['bearerName', 'type', 'dateOfApplication', 'dateOfUse', 'items', 'status', 'remarks'],
  },
  card: { heading: 'bearerName', line: ['dateOfUse', 'type'] },
  example: {
    bearerName: 'Rodel Manalo',
    type: 1,
    dateOfApplication: { days: 0, time: '23:59' },
    dateOfUse: { days: 2, time: '09:00' },
    items: [
      { name: 'Refrigerator, 7 cu ft', quantity: 1 },
      { name: 'Monobloc chairs', quantity: 12 },
    ],
  },
})
