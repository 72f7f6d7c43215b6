import { choice, date, dateTime, files, longText, text, wholeNumber } from '../../forms/fields.ts'
import { defineModule } from '../define-module.ts'

const GENDER_OPTIONS = [
  { value: 'male', label: 'Male' },
  { value: 'female', label: 'Female' },
] as const

const PEOPLE_RANGE = { min: 1, max: 20, message: 'Please input a number from 1 to 20.' } as const

const contactFieldProps = { private: true, personal: 'visitor', keptFor: 'visitorContact' } as const
const identityFieldProps = { private: true, personal: 'visitor', keptFor: 'visitorIdentity' } as const

/** Visitor announced by a resident (rules 5.18 to 5.21). Identity data is private (rules 6.17). */
export const visitor = defineModule({
  name: 'visitor',
  permission: 'visitors',
  setting: 'visitorPass',
  prefix: 'VP',
  path: { one: 'visitor', many: 'visitors' },
  route: '/visitors',
  title: 'Visitors',
  noun: { one: 'visitor pass', many: 'visitor passes' },
  formNoun: 'visitor',
  toast: { resident: 'Visitor', admin: 'Visitor' },
  description: 'Tell the guards who is coming to see you.',
  searchHint: 'Search ticket, client or visitor',
  icon: 'contact',
  flags: { add: 'edit', edit: ['edit'], submit: 'edit', delete: 'delete' },
  privateFlag: 'approve',
  keptAfter: 'dateOfVisit',
  arrival: 3,
  next: { stepText: 'your visitor shows this pass at the gate', at: 'dateOfVisit' },
  pass: {
    from: 'dateOfVisit',
    to: 'dateOfVisit',
    hours: 'visit',
    entries: 'one',
    name: 'visitorsName',
    purpose: 'purposeOfVisit',
    people: 'people',
  },
  fields: {
    visitorsName: text({
      label: 'Visitors Name',
      required: 'Please input the name of visitor!',
      personal: 'visitor',
    }),
    people: wholeNumber({
      label: 'Number of People',
      notNumberMessage: PEOPLE_RANGE.message,
      notWholeMessage: PEOPLE_RANGE.message,
      range: PEOPLE_RANGE,
      hint: 'With the visitor. Empty: one person.',
    }),
    address: text({ label: 'Address', required: 'Please input the address!', ...contactFieldProps }),
    gender: choice(GENDER_OPTIONS, {
      label: 'Gender',
      required: { admin: 'Please select a gender!' },
      personal: 'visitor',
    }),
    phoneNumber: text({
      label: 'Phone Number',
      required: 'Please input the phone number!',
      input: 'tel',
      max: 11,
      ...contactFieldProps,
      pattern: {
        source: '^\\d{11}$',
        message: { resident: 'Phone number should be 11 digits', admin: 'Phone number should be 11 digits.' },
      },
    }),
    email: text({
      label: 'Email',
      required: 'Please input the email!',
      input: 'email',
      ...contactFieldProps,
    }),
    birthDate: date({
      label: 'Birthday',
      required: { admin: 'Please input the visitors birthday!' },
      ...identityFieldProps,
      isFutureRefused: true,
    }),
    dateOfVisit: dateTime({
      label: 'Date of Visit',
      required: 'Please input the date of visit!',
      isPastRefused: true,
    }),
    purposeOfVisit: longText({
      label: 'Purpose of Visit',
      required: 'Please input the purpose of visit!',
      personal: 'visitor',
    }),
    images: files({
      label: 'Valid ID',
      folder: 'images',
      accept: 'image',
      max: 1,
      namePrefix: 'visitor_',
      ...identityFieldProps,
      hint: 'One valid government-issued ID.',
    }),
  },
  mainDate: 'dateOfVisit',
  recordedTimes: { approvalDate: 'approved', arrivalDate: 'ongoing', completedDate: 'completed' },
  residentColumns: {
    ticketNumber: 'Service Ticket #',
    visitorsName: 'Visitors Name',
    arrivalDate: 'Arrival Date',
  },
  officeColumns: { visitorsName: 'Visitors Name', dateOfVisit: 'Date Of Visit' },
  csv: {
    file: 'Visitor Reports.csv',
    keys: [
      'visitorsName',
      'address',
      'gender',
      'phoneNumber',
      'email',
      'dateOfVisit',
      'arrivalDate',
      'purposeOfVisit',
      'status',
      'remarks',
    ],
  },
  card: {
    heading: 'visitorsName',
    line: [
      { key: 'dateOfVisit', label: 'Date of Visit' },
      { key: 'arrivalDate', label: 'Arrival Date' },
    ],
  },
  example: {
    visitorsName: 'Jun Bautista',
    address: '12 Sampaguita St., Makati',
    gender: 'male',
    phoneNumber: '09175550101',
    email: 'jun@mail.test',
    birthDate: '1990-05-01',
    dateOfVisit: { days: 1, time: '14:00' },
    purposeOfVisit: 'Family visit',
  },
})
