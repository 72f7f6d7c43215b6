import { dateTime, longText, text } from '../../forms/fields.ts'
import { PHONE_NUMBER_PATTERN } from '../../phone.ts'
import { STATUS } from '../../statuses.ts'
import { defineModule, TABS_WITHOUT_CANCELLED } from '../define-module.ts'

/** Inquiry about leasing (rules 5.22). */
export const leasingInquiry = defineModule({
  name: 'leasingInquiry',
  permission: 'inquiries',
  setting: 'leasingAssistance',
  prefix: 'LA',
  path: { one: 'inquiry', many: 'inquiries' },
  route: '/inquiries',
  title: 'Leasing Assistance',
  noun: { one: 'leasing inquiry', many: 'leasing inquiries' },
  formNoun: 'leasing assistance',
  toast: { resident: 'Leasing Assistance', admin: 'Inquiry' },
  description: 'Ask the office to help you lease your unit.',
  searchHint: 'Search ticket, client or title',
  icon: 'key-round',
  flags: { add: 'add', edit: ['complete'], submit: 'complete', delete: 'delete' },
  fields: {
    name: text({
      label: 'Name',
      required: 'Please input your name!',
      accountKey: 'uoccname',
      personal: 'household',
      hint: { admin: 'Name of the lessor' },
    }),
    email: text({
      label: 'Email',
      required: 'Please input your email!',
      input: 'email',
      accountKey: 'email',
      personal: 'household',
    }),
    contactNumber: text({
      label: 'Contact Number',
      required: 'Please input your contact number!',
      input: 'tel',
      accountKey: 'phoneNumber',
      personal: 'household',
      max: 30,
      pattern: PHONE_NUMBER_PATTERN,
    }),
    title: text({ label: 'Title', required: 'Please input your title!', personal: 'household' }),
    description: longText({
      label: 'Description',
      required: 'Please input your description!',
      personal: 'household',
    }),
    dateInquiry: dateTime({
      label: 'Date Inquiry',
      required: { resident: 'Please input the date inquiry!', admin: 'Please input the date from!' },
      isPastRefused: true,
      precision: 'day',
      initial: 'now',
    }),
  },
  mainDate: 'dateInquiry',
  steps: [STATUS.approved, STATUS.completed],
  recordedTimes: { approvalDate: 'approved', completedDate: 'completed' },
  residentColumns: {
    ticketNumber: 'Service Ticket #',
    title: 'Title',
    description: 'Description',
    dateInquiry: 'Date Of Inquiry',
  },
  officeColumns: { title: 'Title', description: 'Description', dateInquiry: 'Date Inquiry' },
  tabs: TABS_WITHOUT_CANCELLED,
  csv: {
    file: 'Inquiry Reports.csv',
    keys: ['name', 'email', 'contactNumber', 'title', 'description', 'dateInquiry', 'status', 'remarks'],
  },
  card: { heading: 'title', line: ['dateInquiry'] },
  example: {
    name: 'Ana Reyes',
    email: 'ana@mail.test',
    contactNumber: '09175550123',
    title: 'Lease out my studio',
    description: 'Fully furnished, available from next month.',
    dateInquiry: { days: 0, time: '00:00' },
  },
})
