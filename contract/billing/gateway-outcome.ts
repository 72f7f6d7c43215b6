/** Readers of a payment. */
export type PaymentReader = 'resident' | 'office'

/**
 * What became of a payment at its gateway, in the words that every page and notification uses (rules 8.41). Each has the gateways'
 * status letters that mean it; where a gateway speaks in words, its adapter takes the first.
 */
const GATEWAY_OUTCOMES = {
  begun: { letters: [], word: 'Begun', next: 'Nothing is paid yet.' },
  waiting: {
    letters: ['P', 'U', 'E', 'Q', 'G', 'A'],
    word: 'Waiting',
    next: '{gateway} has not confirmed it yet.',
  },
  cancelled: { letters: ['V'], word: 'Cancelled by you', next: 'Nothing was paid.' },
  failed: { letters: ['F'], word: 'Failed', next: 'Nothing was paid.' },
  paid: { letters: ['S'], word: 'Paid', next: 'The office checks it next.' },
  refunded: { letters: ['R', 'K'], word: 'Refunded', next: '{gateway} took the money back.' },
} as const
export type GatewayOutcomeName = keyof typeof GATEWAY_OUTCOMES

const NAMES = Object.keys(GATEWAY_OUTCOMES) as GatewayOutcomeName[]

/** Letters of an outcome, the usual one first. */
export const lettersOf = (outcome: GatewayOutcomeName): readonly string[] => GATEWAY_OUTCOMES[outcome].letters

/** Returns the outcome that a gateway's letter means: none is begun, and one that nobody knows is waiting (rules 8.15). */
export function gatewayOutcome(letter: string | null): GatewayOutcomeName {
  if (letter === null) return 'begun'
  return NAMES.find((name) => lettersOf(name).includes(letter)) ?? 'waiting'
}

/** Letters of failure, of money that was taken back, and all after which nothing more comes. */
export const FAILED_LETTERS = [...lettersOf('failed'), ...lettersOf('cancelled')]
export const TAKEN_BACK_LETTERS = lettersOf('refunded')
export const FINAL_LETTERS = [...lettersOf('paid'), ...FAILED_LETTERS, ...TAKEN_BACK_LETTERS]
