type PaymentReader = 'resident' | 'office'

/**
 * Outcomes of a payment at its gateway, with the texts of pages and notifications (rules 8.41). Each lists
 * its status letters. The adapter of a gateway that sends words stores the first letter.
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
const OFFICE_WORDS: Partial<Record<GatewayOutcomeName, string>> = { cancelled: 'Cancelled' }

/** Returns the letters of an outcome, the usual one first. */
export const getStatusCodes = (outcome: GatewayOutcomeName): readonly string[] =>
  GATEWAY_OUTCOMES[outcome].letters

/** Status letters of a failed payment, of a refunded one, and of every final outcome. */
export const FAILED_LETTERS = [...getStatusCodes('failed'), ...getStatusCodes('cancelled')]
export const REFUNDED_LETTERS = getStatusCodes('refunded')
export const FINAL_LETTERS = [...getStatusCodes('paid'), ...FAILED_LETTERS, ...REFUNDED_LETTERS]

/** Returns the outcome of a status letter: begun without a letter, waiting for an unknown one (rules 8.15). */
export function getGatewayOutcome(letter: string | null): GatewayOutcomeName {
  if (letter === null) return 'begun'
  return OUTCOME_NAMES.find((name) => getStatusCodes(name).includes(letter)) ?? 'waiting'
}

export function formatOutcome(letter: string | null, reader: PaymentReader): string {
  const name = getGatewayOutcome(letter)
  return (reader === 'office' && OFFICE_WORDS[name]) || GATEWAY_OUTCOMES[name].word
}

export const getOutcomeNextStep = (outcome: GatewayOutcomeName, gateway: string): string =>
  GATEWAY_OUTCOMES[outcome].next.replace('{gateway}', gateway)

/**
 * Removes codes and references from a gateway's message: '[108] Insufficient funds, reference no X1Y2'
 * becomes 'Insufficient funds'. Returns an empty text for 'AQWire says FAILED. Reference R1.'. The details
 * show the full message.
 */
export function simplifyGatewayMessage(message: string): string {
  return message
    .replace(/^AQWire says [^.]*\.\s*/, '')
    .replace(/^Reference \S+\.?$/, '')
    .replace(/^\[\w+\]\s*/, '')
    .replace(/[,\s]*\breference no\b.*$/i, '')
    .replace(/\s*\(\d{3}\)$/, '')
    .replace(/^[A-Z0-9]{2,8}$/, '')
}
