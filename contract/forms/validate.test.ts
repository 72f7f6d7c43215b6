import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gateSettingsForm } from '../gate/forms.ts'
import { LIMITS } from '../limits.ts'
import { createExampleBody } from '../tickets/example.ts'
import { MODULES, getModule } from '../tickets/index.ts'
import { dateTime, files, money, reference, text, wholeNumber, type Field } from './fields.ts'
import { parseForm, type ParseContext } from './validate.ts'

const timeZone = 'Asia/Manila'
const now = new Date('2026-03-12T01:00:00Z') // 9 in the morning in Manila
const residentContext: ParseContext = { writer: 'resident', action: 'create', timeZone, now }
const WORK_HOURS = { workFrom: '08:00', workTo: '18:00' }
const createExample = (name: string, overrides: object = {}) => ({
  ...createExampleBody(getModule(name), now, timeZone),
  ...overrides,
})
const parseExample = (name: string, overrides: object = {}, context: Partial<ParseContext> = {}) =>
  parseForm(getModule(name), createExample(name, overrides), { ...residentContext, ...context })

test('a birth date in the future is refused, today in the community is accepted', () => {
  const getBirthDateErrors = (birthDate: string) => parseExample('visitor', { birthDate }).errors.birthDate
  expect(getBirthDateErrors('2026-03-13')).toEqual(['Please choose a date that is not in the future.'])
  expect(getBirthDateErrors('2026-03-12')).toBeUndefined()
  expect(
    parseExample('visitor', { birthDate: '2026-03-12' }, { now: new Date('2026-03-11T17:00:00Z') }).errors,
  ).toEqual({})
})

test("an instant given for a date is stored as the community's day of that instant", () => {
  const parseBirthDate = (birthDate: string) => parseExample('visitor', { birthDate }).values.birthDate
  expect(parseBirthDate('1990-03-14T20:00:00Z')).toBe('1990-03-15')
  expect(parseBirthDate('1990-03-14T15:59:59.999Z')).toBe('1990-03-14')
  expect(parseBirthDate('1990-03-15T00:30:00+08:00')).toBe('1990-03-15')
  expect(parseBirthDate('1990-03-15')).toBe('1990-03-15')
  expect(parseBirthDate('1900-01-01')).toBe('1900-01-01')
  // This time is tomorrow in Manila but still today in UTC.
  expect(parseExample('visitor', { birthDate: '2026-03-12T18:00:00Z' }).errors.birthDate).toBeDefined()
})

const createPicture = (url: string, name = 'a.jpg') => ({ url: `images/${url}`, name })
const addMinutesToNow = (n: number) => new Date(now.getTime() + n * 60_000).toISOString()
describe('the limits of a field', () => {
  const label = 'Field'
  const imagesField = files({ label, folder: 'images', accept: 'image', max: 2, namePrefix: 'x_' })
  test.each<[Field, unknown, string | undefined]>([
    [imagesField, [createPicture('a'), createPicture('b')], undefined],
    [
      imagesField,
      [createPicture('a'), createPicture('b'), createPicture('c')],
      'At most 2 files can be added.',
    ],
    [imagesField, [createPicture('a'), createPicture('a', 'b.jpg')], 'This file is named twice.'],
    [imagesField, [{ url: 'images2/a', name: 'a.jpg' }], 'This file was not uploaded here.'],
    [imagesField, [createPicture('x'.repeat(LIMITS.text))], 'This file was not uploaded here.'],
    [imagesField, [createPicture('a', 'x'.repeat(LIMITS.text + 1))], 'The name of this file is too long.'],
    [money({ label }), 0, undefined],
    [money({ label }), -0.01, 'This cannot be below 0.'],
    [money({ label, mustBePositive: true }), 0, 'This must be above 0.'],
    [money({ label, mustBeNegative: true }), -0.01, undefined],
    [money({ label, mustBeNegative: true }), -LIMITS.money - 1, 'This amount is too large.'],
    [reference('amenity', { label }), 0, 'Please choose one.'],
    [text({ label }), 'a\ud800', 'This holds characters that cannot be stored.'],
    [text({ label }), 'a\u0007', 'This holds characters that cannot be stored.'],
    [wholeNumber({ label }), LIMITS.quantity + 1, `Between 1 and ${LIMITS.quantity}.`],
    [dateTime({ label, isFutureRefused: true }), addMinutesToNow(9), undefined],
    [
      dateTime({ label, isFutureRefused: true }),
      addMinutesToNow(11),
      'Please choose a date that is not in the future.',
    ],
  ])('%j with %j: %s', (field, value, message) => {
    const { errors } = parseForm(
      { fields: { field } },
      { field: value },
      { ...residentContext, writer: 'admin' },
    )
    expect(errors).toEqual(message === undefined ? {} : { field: [message] })
  })
})

describe('a gate pass', () => {
  test('refuses a missing bearer with the message of rules 5.3', () => {
    expect(parseExample('gatePass', { bearerName: '  ' }).errors).toEqual({
      bearerName: ['Please input your bearer name!'],
    })
  })
  test('is a delivery by default', () => {
    expect(parseExample('gatePass', { type: undefined }).values.type).toBe(1)
    expect(parseExample('gatePass', { type: 5 }).errors.type?.[0]).toMatch(/Please choose one of/)
  })
  test('names the row and the field of an incomplete item', () => {
    const { errors } = parseExample('gatePass', {
      items: [
        { name: 'Chair', quantity: 1 },
        { name: '', quantity: 1.5 },
      ],
    })
    expect(errors).toEqual({
      'items.1.name': ['Missing Name'],
      'items.1.quantity': ['Quantity is not a whole number'],
    })
  })
  test('has at least one item', () => {
    expect(parseExample('gatePass', { items: [] }).errors).toEqual({
      'items.0.name': ['Missing Name'],
      'items.0.quantity': ['Missing Quantity'],
    })
  })
  test('accepts times with an offset or in community time, and stores them in UTC', () => {
    expect(parseExample('gatePass', { dateOfUse: '2026-03-14 09:00:00' }).values.dateOfUse).toBe(
      '2026-03-14T01:00:00.000Z',
    )
    expect(parseExample('gatePass', { dateOfUse: '2026-03-14T09:00:00+08:00' }).values.dateOfUse).toBe(
      '2026-03-14T01:00:00.000Z',
    )
    for (const [text, message] of [
      ['2026-02-30 09:00:00', 'There is no such day.'],
      ['2027-02-29', 'There is no such day.'],
      ['2026-13-01 10:00', 'There is no such day.'],
      ['2026-03-14 24:00', 'There is no such time.'],
      ['2026-03-14T12:60', 'There is no such time.'],
      ['0206-03-14 09:00', 'Please choose a year from 1900 to 2200.'],
      ['14/03/2026', 'This is not a date.'],
      ['2026-03-14 nine', 'This is not a date.'],
      [20260314, 'This is not a date.'],
    ] as const)
      expect(parseExample('gatePass', { dateOfUse: text }).errors.dateOfUse, String(text)).toEqual([message])
  })
  test('refuses a past day; earlier today is accepted', () => {
    expect(parseExample('gatePass', { dateOfUse: '2026-03-11 23:59:59' }).errors.dateOfUse).toBeDefined()
    expect(parseExample('gatePass', { dateOfUse: '2026-03-12 00:00:00' }).errors.dateOfUse).toBeUndefined()
  })
})

describe('a reservation', () => {
  const day = '2026-03-20'
  const parseReservationTimes = (from: string, to: string) =>
    parseExample('reservation', {
      startTime: `${day} ${from}`,
      endTime: to.includes('-') ? to : `${day} ${to}`,
    }).errors
  test('must lie between 6AM and 9PM, both included', () => {
    expect(parseReservationTimes('06:00:00', '21:00:00')).toEqual({})
    expect(parseReservationTimes('05:59:59', '07:00:00').startTime).toBeDefined()
    expect(parseReservationTimes('20:00:00', '21:00:01').endTime).toBeDefined()
  })
  test('must end after it starts, on the same day', () => {
    expect(parseReservationTimes('09:00:00', '09:00:00').endTime).toBeDefined()
    expect(parseReservationTimes('09:00:00', '2026-03-21 10:00:00').endTime).toBeDefined()
  })
  test('must not start in the past', () => {
    expect(
      parseExample('reservation', { startTime: '2026-03-12 08:59:00', endTime: '2026-03-12 10:00:00' }).errors
        .startTime,
    ).toBeDefined()
  })
  test('leaves the estimated amount to administrators', () => {
    expect(parseExample('reservation', { estimatedAmount: 500 }).values.estimatedAmount).toBe(0)
    expect(
      parseExample('reservation', { estimatedAmount: 500 }, { writer: 'admin', action: 'update' }).values
        .estimatedAmount,
    ).toBe(500)
    expect(
      parseExample('reservation', { estimatedAmount: '' }, { writer: 'admin', action: 'update' }).errors
        .estimatedAmount,
    ).toEqual(['Please input your estimated amount!'])
  })
})

describe('a visitor pass', () => {
  test.each([
    ['0917555010', false],
    ['09175550101', true],
    ['+9175550101', false],
    ['091755501012', false],
  ])('phone %s: %s', (phoneNumber, isValid) => {
    expect(parseExample('visitor', { phoneNumber }).errors).toEqual(
      isValid ? {} : { phoneNumber: ['Phone number should be 11 digits'] },
    )
  })
  test('stores a pasted phone number as its 11 digits, and refuses one that has none in words', () => {
    expect(parseExample('visitor', { phoneNumber: '+63 917 555 0101' }).values.phoneNumber).toBe(
      '09175550101',
    )
    expect(parseExample('visitor', { phoneNumber: 639175550101 }).values.phoneNumber).toBe('09175550101')
    expect(
      parseExample('visitor', { phoneNumber: '02 8555 0101' }, { writer: 'admin' }).errors.phoneNumber,
    ).toEqual(['Phone number should be 11 digits.'])
    expect(parseExample('leasingInquiry', { contactNumber: '+1 415 555 2671' }).errors).toEqual({})
    expect(parseExample('leasingInquiry', { contactNumber: 'ask me' }).errors.contactNumber).toEqual([
      'Please input a phone number, such as 0917 555 0101.',
    ])
  })
  test('requires a birthday and a gender from an administrator, not from the resident', () => {
    const emptyOptionalFields = { birthDate: undefined, gender: undefined }
    expect(parseExample('visitor', emptyOptionalFields).errors).toEqual({})
    expect(parseExample('visitor', emptyOptionalFields, { writer: 'admin' }).errors).toEqual({
      gender: ['Please select a gender!'],
      birthDate: ['Please input the visitors birthday!'],
    })
  })
  test('accepts only files of its own folder', () => {
    expect(
      parseExample('visitor', { images: [{ name: 'id.jpg', url: 'soa/pdf/secret.pdf' }] }).errors.images,
    ).toEqual(['This file was not uploaded here.'])
    expect(parseExample('visitor', { images: [1, 2] }).errors.images).toBeDefined()
    const url = 'images/id.jpg'
    expect(parseExample('visitor', { images: [{ name: 'x'.repeat(256), url }] }).errors.images).toEqual([
      'The name of this file is too long.',
    ])
  })
})

test.each(['workPermit', 'workService'])('the work of a %s must not end before it begins', (name) => {
  const parseWorkPeriod = (dateFrom: string, dateTo: string) =>
    parseExample(name, { dateFrom, dateTo }).errors
  expect(parseWorkPeriod('2026-03-21', '2026-03-20')).toEqual({
    dateTo: ['‘Date To’ must not be before ‘Date From’.'],
  })
  expect(parseWorkPeriod('2026-03-21', '2026-03-21')).toEqual({})
})

test('a list of more than 50 rows is refused', () => {
  const [item] = createExample('gatePass').items as object[]
  const parseItems = (count: number) =>
    parseExample('gatePass', { items: Array.from({ length: count }, () => item) }).errors
  expect(parseItems(LIMITS.listRows)).toEqual({})
  expect(parseItems(LIMITS.listRows + 1)).toEqual({ items: [`At most ${LIMITS.listRows} rows.`] })
})

test('an update checks only the fields that it sends', () => {
  const update: ParseContext = { ...residentContext, action: 'update', writer: 'admin' }
  expect(parseForm(getModule('jobOrder'), {}, update)).toEqual({ values: {}, errors: {} })
  expect(parseForm(getModule('jobOrder'), { title: '' }, update).errors).toEqual({
    title: ['Please input your title!'],
  })
})

test('a field of an update is not filled in by a create, nor by another writer', () => {
  const closedCaseBody = { caseClosedImages: [{ url: 'incidentreports/a.jpg', name: 'a.jpg' }] }
  expect(parseExample('incidentReport', closedCaseBody, { writer: 'admin' }).values.caseClosedImages).toEqual(
    [],
  )
  const parseUpdate = (writer: ParseContext['writer']) =>
    parseForm(getModule('incidentReport'), closedCaseBody, { ...residentContext, writer, action: 'update' })
      .values
  expect(parseUpdate('admin')).toEqual(closedCaseBody)
  expect(parseUpdate('resident')).toEqual({})
  expect(parseExample('incidentReport', { amenityId: 5 }, { writer: 'admin' }).values.amenityId).toBeNull()
})

test('blank worker rows of an update mean no workers', () => {
  const update: ParseContext = { ...residentContext, action: 'update', writer: 'admin' }
  expect(
    parseForm(getModule('workPermit'), { contractors: [{ name: '', information: '' }] }, update).values
      .contractors,
  ).toEqual([])
})

const createInheritingObject = (fields: object) => Object.create(fields) as Record<string, unknown>

const getSettingsErrors = (body: Record<string, unknown>) =>
  parseForm(gateSettingsForm, body, { ...residentContext, action: 'update', storedValues: WORK_HOURS }).errors
test('settings of the gate have their own range, and work ends after it begins', () => {
  expect(getSettingsErrors({ visitHoursBefore: '0', walkInSeconds: '600' })).toEqual({})
  expect(getSettingsErrors({ visitHoursBefore: '25' }).visitHoursBefore).toEqual([
    'Please input 0 to 24 hours.',
  ])
  expect(getSettingsErrors({ walkInSeconds: '14' }).walkInSeconds).toEqual([
    'Please input 15 to 600 seconds.',
  ])
  for (const workTo of ['07:30', String(WORK_HOURS.workFrom)])
    expect(getSettingsErrors({ workTo }).workTo, workTo).toEqual(['Work ends before it begins.'])
})

test('inherited keys are not fields, neither of the form nor of a row', () => {
  const inheritingBody = createInheritingObject(createExample('commendation'))
  expect(parseForm(getModule('commendation'), inheritingBody, residentContext).errors.title).toEqual([
    'Please input your title!',
  ])
  expect(
    parseExample('gatePass', { items: [createInheritingObject({ name: 'Chair', quantity: 1 })] }).errors,
  ).toEqual({
    'items.0.name': ['Missing Name'],
    'items.0.quantity': ['Missing Quantity'],
  })
})

describe.each(MODULES.map((module) => [module.name, module] as const))('%s', (_, module) => {
  test('never throws on random input, and drops unknown keys and text that cannot be stored', () => {
    const key = fc.constantFrom(...Object.keys(module.fields), 'status', 'soaAmount', '__proto__')
    fc.assert(
      fc.property(
        fc.dictionary(key, fc.anything({ withNullPrototype: true })),
        fc.constantFrom('create', 'update'),
        (body, action) => {
          const { values, errors } = parseForm(module, body, {
            ...residentContext,
            action: action as 'create',
          })
          expect(Object.keys(values).every((name) => Object.hasOwn(module.fields, name))).toBe(true)
          expect(Object.values(errors).every((messages) => messages.length > 0)).toBe(true)
          expect(JSON.stringify(values)).not.toContain('\\u0000')
        },
      ),
      { numRuns: 100 },
    )
  })
})

const parseBearerName = (bearerName: string) => parseExample('gatePass', { bearerName })

test.each([
  ['Maria\nSantos', 'Maria Santos'],
  ['Maria \r\n Santos\u2028', 'Maria Santos'],
  ['Maria\tSantos', 'Maria Santos'],
  ['\u202eMaria\u202c Santos\u200f', 'Maria Santos'],
  ['\u2067Maria\u2069', 'Maria'],
  ['Ma\u200bria\ufeff', 'Maria'],
  ['Ma\u00adria\u2060', 'Maria'],
  ['Ma\u200cri\u200da', 'Maria'],
  ['Ana 👩‍🔧 Cruz ❤️', 'Ana 👩‍🔧 Cruz ❤️'],
])('a field of one line, %j, is %j', (typedText, storedText) => {
  expect(parseBearerName(typedText)).toEqual({
    values: expect.objectContaining({ bearerName: storedText }) as object,
    errors: {},
  })
})

test.each([
  '\u200b',
  '\u202e\u202c',
  ' \u00ad\u2060 ',
  '\u3164',
  '\uffa0',
  '\u115f\u1160',
  '\u2800',
  '\ufe0f',
  '\u{e0020}',
  '\n',
])('a name of nothing visible, %j, is refused', (typedText) => {
  expect(parseBearerName(typedText).errors).toEqual({ bearerName: ['Please input your bearer name!'] })
  expect(parseExample('incidentReport', { description: typedText }).errors).toEqual({
    description: ['Please input your description!'],
  })
})

test('a field of several lines keeps its lines', () => {
  expect(parseExample('incidentReport', { description: ' One\n\nTwo ' }).values.description).toBe(
    'One\n\nTwo',
  )
})
