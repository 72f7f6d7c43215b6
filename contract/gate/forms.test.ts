import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import type { Form } from '../forms/fields.ts'
import { parseForm } from '../forms/validate.ts'
import { barredPersonForm, gateForm, gateSettingsForm } from './forms.ts'
import { NewEntry } from './requests.ts'
import { officeApproverForm, walkInForm } from './walk-in-form.ts'

const context = {
  writer: 'admin',
  action: 'create',
  timeZone: 'Asia/Manila',
  now: new Date('2026-03-14T04:00:00Z'),
} as const
const getErrors = (form: Form, body: object) => parseForm(form, { ...body }, context).errors

const WALK_IN = { name: 'Maria Santos', purpose: 'Delivery', people: 1 }
const PEOPLE_ERROR = { people: ['Please input a number from 1 to 50.'] }
const NAME_OR_PLATE_ERROR = ['Please input a name or a plate!']

test.each<[string, Form, object, object]>([
  ['a walk-in of 50', walkInForm, { ...WALK_IN, people: 50 }, {}],
  ['a walk-in of nobody', walkInForm, { ...WALK_IN, people: 0 }, PEOPLE_ERROR],
  ['a walk-in of 51', walkInForm, { ...WALK_IN, people: 51 }, PEOPLE_ERROR],
  [
    'an empty walk-in',
    walkInForm,
    {},
    {
      name: ['Please input the name!'],
      purpose: ['Please input the purpose!'],
      people: ['Please input how many people!'],
    },
  ],
  ['a yes of nobody', officeApproverForm, { officeYes: ' ' }, { officeYes: ['Please input who approves!'] }],
  [
    'a gate of another direction',
    gateForm,
    { name: 'North', direction: 'up' },
    { direction: [expect.any(String)] },
  ],
  ['a barred plate', barredPersonForm, { plate: 'ABC 123', reason: 'Theft' }, {}],
  ['a barred name', barredPersonForm, { name: 'Jun', reason: 'Theft' }, {}],
  ['a barred nobody', barredPersonForm, { reason: 'Theft' }, { name: NAME_OR_PLATE_ERROR }],
  [
    'a barred dash',
    barredPersonForm,
    { name: '-', plate: 'ABC 123', reason: 'Theft' },
    { name: NAME_OR_PLATE_ERROR },
  ],
  [
    'a barred plate of dashes',
    barredPersonForm,
    { name: 'Jun', plate: '--', reason: 'Theft' },
    { plate: NAME_OR_PLATE_ERROR },
  ],
  ['a ban without a reason', barredPersonForm, { name: 'Jun' }, { reason: ['Please input a reason!'] }],
  [
    'hours of the gate that are no times',
    gateSettingsForm,
    { visitHoursBefore: '2.5', walkInSeconds: 'x', workFrom: '24:00', workTo: '9:00' },
    {
      visitHoursBefore: ['Please input 0 to 24 hours.'],
      walkInSeconds: ['Please input 15 to 600 seconds.'],
      workFrom: ['Please input a time.'],
      workTo: ['Please input a time.'],
    },
  ],
])('%s is read with its messages', (_, form, body, errors) => expect(getErrors(form, body)).toEqual(errors))

test.each([
  [1, true],
  [999, true],
  [0, false],
  [1000, false],
  [1.5, false],
])('an entry of %d people may be sent: %s', (people, canBeSent) => {
  const entry = {
    key: 'c7a3cdd2-43a8-4f5b-9d3b-0a5a1f0a1c11',
    code: 'AAAA2222',
    kind: 'in',
    people,
    at: '2026-03-14T04:00:00Z',
    offline: false,
    note: '',
  }
  expect(Value.Check(NewEntry, entry)).toBe(canBeSent)
})
