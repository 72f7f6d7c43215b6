/** Readers of a payment. */
type PaymentReader = 'resident' | 'office'

/**
 * Outcomes of a payment at its gateway, in the words that every page and notification uses (rules 8.41). Each lists the status
 * letters that mean it; a gateway that speaks in words gets the first of them from its adapter.
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

const OUTCOME_NAMES = Object.keys(GATEWAY_OUTCOMES) as GatewayOutcomeName[]
/** Words that differ for the office. */
const OFFICE_WORDS: Partial<Record<GatewayOutcomeName, string>> = { cancelled: 'Cancelled' }

/** Letters of an outcome, the usual one first. */
export const lettersOf = (outcome: GatewayOutcomeName): readonly string[] => GATEWAY_OUTCOMES[outcome].letters

/** Letters of failure, of money that was taken back, and all after which nothing more comes. */
export const FAILED_LETTERS = [...lettersOf('failed'), ...lettersOf('cancelled')]
export const TAKEN_BACK_LETTERS = lettersOf('refunded')
export const FINAL_LETTERS = [...lettersOf('paid'), ...FAILED_LETTERS, ...TAKEN_BACK_LETTERS]

/** Returns the outcome that a letter means: without one it is begun, and an unknown letter is waiting (rules 8.15). */
export function gatewayOutcome(letter: string | null): GatewayOutcomeName {
  if (letter === null) return 'begun'
  return OUTCOME_NAMES.find((name) => lettersOf(name).includes(letter)) ?? 'waiting'
}

/** Returns the word for a letter's outcome. */
export function outcomeWord(letter: string | null, reader: PaymentReader): string {
  const name = gatewayOutcome(letter)
  return (reader === 'office' && OFFICE_WORDS[name]) || GATEWAY_OUTCOMES[name].word
}

/** Returns what an outcome means for the resident, in a sentence. */
export const outcomeNext = (outcome: GatewayOutcomeName, gateway: string): string =>
  GATEWAY_OUTCOMES[outcome].next.replace('{gateway}', gateway)

/**
 * Returns a gateway's message without codes and references, which stand in the details alone: 'Insufficient funds' of '[108]
 * Insufficient funds, reference no X1Y2', nothing of 'AQWire says FAILED. Reference R1.'.
 */
export function plainGatewayWords(message: string): string {
  return message
    .replace(/^AQWire says [^.]*\.\s*/, '')
    .replace(/^Reference \S+\.?$/, '')
    .replace(/^\[\w+\]\s*/, '')
    .replace(/[,\s]*\breference no\b.*$/i, '')
    .replace(/\s*\(\d{3}\)$/, '')
    .replace(/^[A-Z0-9]{2,8}$/, '')
}
