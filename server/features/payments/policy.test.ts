import { describe, expect, test } from 'vitest'
import type { Actor, AdminActor, ResidentActor } from '#platform/actor.ts'
import { createRoles, PAGE_PERMISSIONS } from '@tahanan/contract/permissions.ts'
import {
  getPendingApproval,
  isDeletable,
  isReversible,
  mayOpenReceipt,
  getPaymentAbilities,
  requireStatusFlag,
} from './policy.ts'
import type { PaymentRow } from './repository.ts'

/**
 * Expected permissions, written from rules 2.5, 8.5 to 8.7, 8.31, 16.14, 17.11 and 19 and not from the code.
 */
const FLAGS = PAGE_PERMISSIONS.payments
// Sets of permission flags: each flag alone, all flags except one, and each flag together with `edit`,
// because the status flags also require `edit`.
const FLAG_SETS: readonly (readonly string[])[] = [
  [],
  FLAGS,
  ...FLAGS.flatMap((flag) => [[flag], FLAGS.filter((otherFlag) => otherFlag !== flag), ['edit', flag]]),
]
const STATUSES = [1, 2, 3, 4, 5] as const
const STATUS_CODES = [null, 'U', 'P', 'S', 'F', 'V', 'R', 'K']

const createAdmin = (flags: readonly string[], extraRoles: { reservations?: readonly string[] } = {}) =>
  ({
    area: 'admin',
    id: 1,
    sessionId: 1,
    name: '',
    roles: createRoles({ payments: flags, ...extraRoles }),
  }) satisfies AdminActor
const resident: ResidentActor = { area: 'client', id: 9, sessionId: 1, name: '', clientCode: '' }
const superAdmin: Actor = { area: 'super-admin', id: 1, sessionId: 1, name: '' }

const createPaymentRow = (overrides: Partial<PaymentRow> = {}) =>
  ({
    type: 1,
    status: 2,
    outsource_status: null,
    amount_paid: 100,
    receipt_number: overrides.status === 4 ? 'AR-1' : null,
    reversal: null,
    reservation_status: null,
    withholding: null,
    cheque_date: null,
    post_by_id: 9,
    posted_by_id: null,
    ...overrides,
  }) as PaymentRow
const REVERSAL = {} as NonNullable<PaymentRow['reversal']>

describe.each(FLAG_SETS.map((flags) => [flags.join('+') || 'no flag', flags] as const))(
  'with %s',
  (_, flags) => {
    const hasFlag = (flag: string) => flags.includes(flag)

    test('each status needs its flag; 2 needs none', () => {
      const neededFlags = { 2: null, 3: 'verify', 4: 'posted', 5: 'reject' } as const
      for (const status of [2, 3, 4, 5] as const) {
        const flag = neededFlags[status]
        const requireFlag = () => requireStatusFlag(createAdmin(flags), status)
        if (flag === null || hasFlag(flag)) expect(requireFlag).not.toThrow()
        else expect(requireFlag).toThrow(`You do not have the permission payments.${flag}.`)
      }
    })

    test('the abilities on a deposit follow its status', () => {
      for (const status of STATUSES) {
        const canEdit = hasFlag('edit') && status !== 4
        expect([status, getPaymentAbilities(createAdmin(flags), createPaymentRow({ status }))]).toEqual([
          status,
          [
            ...(canEdit ? ['edit'] : []),
            ...(canEdit && hasFlag('verify') ? ['verify'] : []),
            ...(canEdit && hasFlag('posted') ? ['post'] : []),
            ...(canEdit && hasFlag('reject') ? ['reject'] : []),
            ...(hasFlag('reject') && status <= 2 ? ['delete'] : []),
            ...(hasFlag('reverse') && status === 4 ? ['reverse'] : []),
            ...(hasFlag('view') && status === 4 ? ['receipt'] : []),
          ],
        ])
      }
    })
  },
)

test.each([
  [null, true, true],
  ['U', true, true],
  ['P', true, true],
  ['S', true, false],
  ['F', false, true],
  ['V', false, true],
  ['R', false, false],
  ['K', false, false],
] as const)(
  'of an online payment with the letter %s: verified and posted %s, deleted %s',
  (statusCode, isDecidable, deletable) => {
    for (const type of [2, 3]) {
      const abilities = getPaymentAbilities(
        createAdmin(FLAGS),
        createPaymentRow({ type, status: 1, outsource_status: statusCode }),
      )
      expect(abilities).toEqual([
        'edit',
        ...(isDecidable ? ['verify', 'post'] : []),
        'reject',
        ...(deletable ? ['delete'] : []),
      ])
    }
  },
)

test('only an undecided payment that no gateway reported as paid can be deleted', () => {
  for (const status of [0, ...STATUSES])
    for (const outsource_status of STATUS_CODES)
      expect([status, outsource_status, isDeletable(createPaymentRow({ status, outsource_status }))]).toEqual(
        [
          status,
          outsource_status,
          (status === 1 || status === 2) && !['S', 'R', 'K'].includes(outsource_status ?? ''),
        ],
      )
})

test('only a posted payment can be reversed, once', () => {
  for (const status of [0, ...STATUSES]) {
    expect(isReversible(createPaymentRow({ status }))).toBe(status === 4)
    expect(isReversible(createPaymentRow({ status, reversal: REVERSAL }))).toBe(false)
  }
  const abilities = getPaymentAbilities(
    createAdmin(FLAGS),
    createPaymentRow({ status: 4, reversal: REVERSAL }),
  )
  expect(abilities).toEqual(['receipt'])
})

const APPROVAL_CASES: readonly [
  number,
  PaymentRow['reservation_status'],
  ReturnType<typeof getPendingApproval>,
][] = [
  [1, null, null],
  [1, 1, { payment: true, reservation: true }],
  [2, 1, { payment: true, reservation: true }],
  [3, 1, { payment: false, reservation: true }],
  [1, 2, { payment: true, reservation: false }],
  [1, 3, { payment: true, reservation: false }],
  [2, 4, { payment: true, reservation: false }],
  [3, 2, 'done'],
  [4, 1, null],
  [5, 1, null],
  [0, 1, null],
  [1, 6, null],
  [3, 6, null],
]
test.each(APPROVAL_CASES)(
  'a payment of status %s with a reservation of status %s approves %j',
  (status, reservation_status, pendingApproval) => {
    const row = createPaymentRow({ status, reservation_status, amount_paid: 0 })
    expect(getPendingApproval(row)).toEqual(pendingApproval)
    expect(getPendingApproval(createPaymentRow({ status, reservation_status }))).toBeNull()
    const canApprove = (payments: readonly string[], reservations: readonly string[]) =>
      getPaymentAbilities(createAdmin(payments, { reservations }), row).includes('approveReserved')
    expect(canApprove(['verify'], ['approve'])).toBe(pendingApproval !== null && pendingApproval !== 'done')
    expect([canApprove(FLAGS, []), canApprove(['view', 'edit'], ['approve'])]).toEqual([false, false])
  },
)

test('a receipt is open to viewers, its resident, and the cashier who took and posted the money', () => {
  const ownPayment = createPaymentRow({ status: 4, post_by_id: 1, posted_by_id: 1 })
  const cashier = createAdmin(['counter'])
  for (const actor of [resident, createAdmin(['view']), cashier])
    expect(mayOpenReceipt(actor, ownPayment)).toBe(true)
  for (const actor of [createAdmin(['edit', 'posted']), superAdmin])
    expect(mayOpenReceipt(actor, ownPayment)).toBe(false)
  for (const otherPoster of [{ post_by_id: 2 }, { posted_by_id: 2 }])
    expect(mayOpenReceipt(cashier, { ...ownPayment, ...otherPoster })).toBe(false)
  for (const columnsWithoutReceipt of [{ status: 3 }, { status: 5 }, { receipt_number: null }])
    expect(mayOpenReceipt(createAdmin(['view']), { ...ownPayment, ...columnsWithoutReceipt })).toBe(false)
})

test('a cheque has a slip for viewers and the cashier who took it, also before it is posted', () => {
  const cheque = createPaymentRow({ type: 5, cheque_date: '2026-03-14', post_by_id: 1 })
  const hasSlipAbility = (actor: Actor, row = cheque) =>
    getPaymentAbilities(actor, row).includes('chequeSlip')
  expect([hasSlipAbility(createAdmin(['view'])), hasSlipAbility(createAdmin(['counter']))]).toEqual([
    true,
    true,
  ])
  const otherSlipAbilities = [resident, superAdmin, createAdmin(['edit', 'posted'])].map((actor) =>
    hasSlipAbility(actor),
  )
  expect(otherSlipAbilities).toEqual([false, false, false])
  expect(hasSlipAbility(createAdmin(['counter']), { ...cheque, post_by_id: 2 })).toBe(false)
  expect(hasSlipAbility(createAdmin(['view']), createPaymentRow())).toBe(false)
})

const listCertificateAbilities = (actor: Actor, row: PaymentRow) =>
  getPaymentAbilities(actor, row).filter((ability) => /Cert/.test(ability))

test('the resident sends a certificate until the office received it, who may verify marks it', () => {
  const createPaymentWithTax = (overrides: Partial<PaymentRow> = {}, receivedAt: Date | null = null) =>
    createPaymentRow({ withholding: { receivedAt } as NonNullable<PaymentRow['withholding']>, ...overrides })
  const verifier = createAdmin(['verify'])
  for (const status of [1, 2, 3, 4]) {
    expect(listCertificateAbilities(resident, createPaymentWithTax({ status }))).toEqual(['sendCertificate'])
    expect(listCertificateAbilities(resident, createPaymentWithTax({ status }, new Date()))).toEqual([])
    expect(listCertificateAbilities(verifier, createPaymentWithTax({ status }))).toEqual(['markCertificate'])
    expect(listCertificateAbilities(verifier, createPaymentWithTax({ status }, new Date()))).toEqual([
      'markCertificate',
    ])
    expect(
      listCertificateAbilities(createAdmin(['view', 'edit', 'posted']), createPaymentWithTax({ status })),
    ).toEqual([])
  }
  for (const endedState of [{ status: 0 }, { status: 5 }, { status: 4, reversal: REVERSAL }])
    for (const actor of [resident, verifier])
      expect(listCertificateAbilities(actor, createPaymentWithTax(endedState))).toEqual([])
  expect(listCertificateAbilities(resident, createPaymentRow())).toEqual([])
})

test('residents and super-administrators decide nothing', () => {
  for (const status of STATUSES) {
    expect(getPaymentAbilities(resident, createPaymentRow({ status }))).toEqual(
      status === 4 ? ['receipt'] : [],
    )
    expect(getPaymentAbilities(superAdmin, createPaymentRow({ status }))).toEqual([])
  }
})
