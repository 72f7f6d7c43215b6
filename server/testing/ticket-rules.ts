/** Flags that an administrator needs for the tickets of a module. */
export interface TicketRules {
  readonly add: string
  /** All of them, for its fields. */
  readonly edit: readonly [string, ...string[]]
  /** The flag of its Submit button, which every update needs (rules 4.5). */
  readonly submit?: string
  readonly delete: string
  /** Whether its fields stay as they are once its status is no longer 1. */
  readonly locked?: true
  /** Flags of the calls of their own for one step. */
  readonly steps: Readonly<Record<string, string>>
}

const ORDINARY: TicketRules = { add: 'add', edit: ['edit'], delete: 'delete', steps: { verified: 'verify' } }

/** Copied by hand from rules 2.2, 2.5 and 4.3 to 4.9, and never read from the modules. */
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

/**
 * Returns what rules 2 and 4 say of a module, for the tests that hold the code against it: proof/access/ (who may make which
 * call) and server/features/tickets/matrix.test.ts (every flag in every status). A module that is not named is ordinary.
 */
export function rulesOf(module: string): TicketRules {
  return { ...ORDINARY, ...RULES[module] }
}
