import { describe, expect, test } from 'vitest'
import { postForm } from '@tahanan/contract/content/post.ts'
import { parseForm } from '@tahanan/contract/forms/validate.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { MODULES, getModule } from '@tahanan/contract/tickets/index.ts'
import {
  getChangedValues,
  type FormRow,
  getInitialValues,
  mergeValues,
  getRemainingClashes,
  restoreValues,
} from './form-values.ts'

const now = new Date('2026-03-12T01:00:00Z')
const context = { timeZone: 'Asia/Manila', now } as const
const gatePass = getModule('gatePass')

test('a new form has one blank row, the first type and the current time', () => {
  const values = getInitialValues(gatePass, 'resident', 'create')
  expect(values.type).toBe(1)
  expect(values.items as FormRow[]).toHaveLength(1)
  expect(typeof values.dateOfApplication).toBe('string')
  expect(values.dateOfUse).toBeUndefined()
})

test('an untouched form shows the errors of rules 5.3', () => {
  const body = getInitialValues(gatePass, 'resident', 'create')
  const { errors } = parseForm(gatePass, body, { ...context, writer: 'resident', action: 'create' })
  expect(errors).toMatchObject({
    bearerName: ['Please input your bearer name!'],
    'items.0.name': ['Missing Name'],
    'items.0.quantity': ['Missing Quantity'],
  })
})

test("a resident's form requires no field of the office", () => {
  const values = getInitialValues(getModule('jobOrder'), 'resident', 'create')
  expect(Object.keys(values)).toEqual(['title', 'description'])
})

describe.each(MODULES.map((module) => [module.name, module] as const))('%s', (_, module) => {
  const storedBody = parseForm(module, createExampleBody(module, now, 'Asia/Manila'), {
    ...context,
    writer: 'admin',
    action: 'create',
  }).values
  const ticket = { ...storedBody, id: 1 } as unknown as Ticket

  test('a ticket is unchanged by its form', () => {
    const values = getInitialValues(module, 'admin', 'update', ticket)
    const parseResult = parseForm(module, values, {
      ...context,
      writer: 'admin',
      action: 'update',
      storedValues: storedBody,
    })
    for (const [key, value] of Object.entries(storedBody)) {
      if (Object.hasOwn(values, key) && value !== null) expect(parseResult.values[key]).toEqual(value)
    }
  })

  test('an untouched form has no changes', () => {
    const values = getInitialValues(module, 'admin', 'update', ticket)
    expect(getChangedValues(values, { ...values })).toEqual({})
  })
})

test('private fields that the reader did not receive are not shown', () => {
  const visitor = getModule('visitor')
  const ticket = { visitorsName: 'Jun' } as unknown as Ticket
  expect(Object.keys(getInitialValues(visitor, 'admin', 'update', ticket))).toEqual(['visitorsName'])
})

const createDocument = (src: string) => ({
  type: 'doc',
  content: [
    { type: 'paragraph', attrs: { textAlign: null }, content: [{ type: 'text', text: 'Water' }] },
    { type: 'image', attrs: { key: 'images/a.jpg', src, alt: null } },
  ],
})
const createPost = (links: string) => ({
  id: 7,
  title: 'Water',
  image: [{ name: 'a.jpg', url: 'images/a.jpg', src: links }],
  content: createDocument(links),
  enableMessaging: 0,
})

describe('a post in its form', () => {
  test('newly signed links of its pictures are not a change', () => {
    const valuesBeforeReload = getInitialValues(
      postForm,
      'admin',
      'update',
      createPost('/files/a?signature=1'),
    )
    const valuesAfterReload = getInitialValues(
      postForm,
      'admin',
      'update',
      createPost('/files/a?signature=2'),
    )
    expect(getChangedValues(valuesBeforeReload, valuesAfterReload, postForm.fields)).toEqual({})
  })

  test('another word or another picture is a change', () => {
    const initialValues = getInitialValues(postForm, 'admin', 'update', createPost('/files/a'))
    const otherDocument = {
      ...createDocument('/files/a'),
      content: createDocument('/files/a').content.slice(0, 1),
    }
    const changedValues = { ...initialValues, content: otherDocument, image: [] }
    expect(Object.keys(getChangedValues(initialValues, changedValues, postForm.fields))).toEqual([
      'content',
      'image',
    ])
  })

  test('a new post allows comments by default', () => {
    expect(getInitialValues(postForm, 'admin', 'create').enableMessaging).toBe(1)
  })
})

describe('merging a newer version into a form', () => {
  const { fields } = getModule('gatePass')
  const ticket = {
    bearerName: 'Ana',
    type: 1,
    dateOfUse: '2026-03-14T01:00:00.000Z',
    items: [{ name: 'Chair', quantity: 2 }],
  }
  const getGatePassValues = (overrides: object = {}) =>
    getInitialValues(gatePass, 'admin', 'update', { ...ticket, ...overrides })
  const initialValues = { ...getGatePassValues(), remarks: '', status: 1 }

  test('untouched fields get the newer value, touched ones stay', () => {
    const typedValues = { ...initialValues, bearerName: 'Ana Reyes' }
    const newerValues = { ...getGatePassValues({ type: 3 }), remarks: '', status: 2 }
    const { values, clashes, updatedKeys } = mergeValues(fields, initialValues, typedValues, newerValues)
    expect(values).toMatchObject({ bearerName: 'Ana Reyes', type: 3, status: 2 })
    expect([clashes, updatedKeys]).toEqual([{}, ['type', 'status']])
  })

  test('fields changed by both stay until the user chooses', () => {
    const typedValues = {
      ...initialValues,
      remarks: 'Mine',
      items: [{ name: 'Chair', quantity: '3', rowId: 90 }],
    }
    const newerValues = {
      ...getGatePassValues({ items: [{ name: 'Sofa', quantity: 1 }] }),
      remarks: 'Theirs',
      status: 1,
    }
    const { values, clashes, updatedKeys } = mergeValues(fields, initialValues, typedValues, newerValues)
    expect(values).toMatchObject({ remarks: 'Mine', items: typedValues.items })
    expect(Object.keys(clashes)).toEqual(['items', 'remarks'])
    expect(clashes.remarks).toBe('Theirs')
    expect(updatedKeys).toEqual([])
  })

  test('the same change twice is no clash, in spite of blanks, empty rows and number formats', () => {
    const typedValues = {
      ...initialValues,
      bearerName: ' Ben ',
      items: [
        { name: 'Sofa ', quantity: '01', rowId: 91 },
        { name: '', rowId: 92 },
      ],
    }
    const newerValues = {
      ...getGatePassValues({ bearerName: 'Ben', items: [{ name: 'Sofa', quantity: 1 }] }),
      remarks: '',
      status: 1,
    }
    const { clashes, updatedKeys, values } = mergeValues(fields, initialValues, typedValues, newerValues)
    expect([clashes, updatedKeys, values.bearerName]).toEqual([{}, [], 'Ben'])
  })

  test('a clash stays with the newest value until the user takes it, or the field is gone', () => {
    const clashingValues = { remarks: 'Theirs', bearerName: 'Ben', type: 3, status: 2 }
    const typedValues = { ...initialValues, remarks: 'Mine', bearerName: ' Carla ', type: 1, status: 1 }
    const newestValues = { remarks: 'Theirs, later', bearerName: 'Carla', type: 1 }
    expect(getRemainingClashes(fields, clashingValues, typedValues, newestValues)).toStrictEqual({
      remarks: 'Theirs, later',
    })
  })

  test('a newly read record is not a change', () => {
    const newerValues = { ...getGatePassValues(), remarks: '', status: 1 }
    const { clashes, updatedKeys } = mergeValues(fields, initialValues, initialValues, newerValues)
    expect([clashes, updatedKeys]).toEqual([{}, []])
  })
})

test('emptied values of a draft are empty again, and its rows get new ids', () => {
  const draftValues = { dateOfUse: null, items: [{ name: 'Chair', rowId: 1 }, { rowId: 1 }] }
  const { dateOfUse, items } = restoreValues(gatePass.fields, draftValues)
  expect(dateOfUse).toBeUndefined()
  const [firstItem, secondItem] = items as FormRow[]
  expect(firstItem?.name).toBe('Chair')
  expect(firstItem?.rowId).not.toBe(secondItem?.rowId)
})
