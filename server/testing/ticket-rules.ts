/** The flags that an administrator needs for the tickets of a module. */
export interface TicketRules {
  readonly add: string
  /** All needed to change its fields. */
  readonly edit: readonly [string, ...string[]]
  /** Needed for every update (rules 4.5), like for the Submit button. */
  readonly submit?: string
  readonly delete: string
  /** Whether its fields can change only in status 1. */
  readonly locked?: true
  /** Flags of the calls that take one step, such as `verified`. */
  readonly steps: Readonly<Record<string, string>>
}

const ORDINARY: TicketRules = { add: 'add', edit: ['edit'], delete: 'delete', steps: { verified: 'verify' } }

/** From rules 2.2, 2.5 and 4.3 to 4.9, independent of the code: the tests compare the modules with them. */
const RULES: Readonly<Record<string, Partial<TicketRules>>> = {
  gatePass: { locked: true },
  jobOrder: { locked: true, steps: { verified: 'verify', approved: 'approve', rejected: 'reject' } },
  workService: { locked: true },
  workPermit: { locked: true, edit: ['edit', 'approve'] },
  reservation: {
    edit: ['approve'],
    submit: 'approve',
    delete: 'reject',
    steps: { verified: 'verify', reserved: 'approve' },
  },
  visitor: { add: 'edit', submit: 'edit' },
  leasingInquiry: { edit: ['complete'], submit: 'complete' },
  commendation: { submit: 'edit' },
}

/** Returns the flags of a module, by rules 2 and 4. */
export function rulesOf(module: string): TicketRules {
  return { ...ORDINARY, ...RULES[module] }
}
