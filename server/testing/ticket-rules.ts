export interface TicketRules {
  readonly add: string
  /** Permissions for changing fields. An administrator needs all of them. */
  readonly edit: readonly [string, ...string[]]
  /** Permission that every update requires, because the form's Submit button requires it too (rules 4.5). */
  readonly submit?: string
  readonly delete: string
  readonly locked?: true
  readonly steps: Readonly<Record<string, string>>
}

const DEFAULT_RULES: TicketRules = {
  add: 'add',
  edit: ['edit'],
  delete: 'delete',
  steps: { verified: 'verify' },
}

/**
 * Expected rules of each ticket module, copied from rules 2.2, 2.5 and 4.3 to 4.9. They are not derived from
 * the code, because tests compare the code with them.
 */
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

export function getTicketRules(module: string): TicketRules {
  return { ...DEFAULT_RULES, ...RULES[module] }
}
