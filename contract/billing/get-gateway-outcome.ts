/**
 * Outcomes of an online payment (rules 8.41). `letters`: status codes of the gateways, one letter each.
 * AQWire sends words, so its adapter stores their first letter. `word` and `next`: texts for users.
 */
const GATEWAY_OUTCOMES = {
  begun: { letters: [], word: 'Not paid yet', next: 'Nothing is paid yet.' },
  waiting: {
    letters: ['P', 'U', 'E', 'Q', 'G', 'A'],
    word: 'Waiting',
    next: '{gateway} has not confirmed it yet.',
  },
  cancelled: { letters: ['V'], word: 'Cancelled', next: 'Nothing was paid.' },
  failed: { letters: ['F'], word: 'Failed', next: 'Nothing was paid.' },
  paid: { letters: ['S'], word: 'Paid', next: 'The office checks your payment next.' },
  refunded: { letters: ['R', 'K'], word: 'Refunded', next: '{gateway} returned the money to the payer.' },
} as const
export type GatewayOutcomeName = keyof typeof GATEWAY_OUTCOMES

const OUTCOME_NAMES = Object.keys(GATEWAY_OUTCOMES) as GatewayOutcomeName[]

/** Returns the status codes of an outcome; the most usual code is first. */
export const getStatusCodes = (outcome: GatewayOutcomeName): readonly string[] =>
  GATEWAY_OUTCOMES[outcome].letters

export const FAILED_STATUS_CODES = [...getStatusCodes('failed'), ...getStatusCodes('cancelled')]
export const REFUNDED_STATUS_CODES = getStatusCodes('refunded')
export const FINAL_STATUS_CODES = [
  ...getStatusCodes('paid'),
  ...FAILED_STATUS_CODES,
  ...REFUNDED_STATUS_CODES,
]

/**
 * Converts a gateway's status code. Without a code, the payment was only begun. With an unknown code, it is
 * waiting (rules 8.15).
 */
export function getGatewayOutcome(statusCode: string | null): GatewayOutcomeName {
  if (statusCode === null) return 'begun'
  return OUTCOME_NAMES.find((name) => getStatusCodes(name).includes(statusCode)) ?? 'waiting'
}

export const formatOutcome = (statusCode: string | null): string =>
  GATEWAY_OUTCOMES[getGatewayOutcome(statusCode)].word

export const getOutcomeNextStep = (outcome: GatewayOutcomeName, gateway: string): string =>
  GATEWAY_OUTCOMES[outcome].next.replace('{gateway}', gateway)

/**
 * Removes codes and references from the message of a gateway: '[108] Insufficient funds, reference no X1Y2'
 * becomes 'Insufficient funds'. Returns '' for 'AQWire says FAILED. Reference R1.'.
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
