import { expect, test } from 'vitest'
import {
  getGatewayOutcome,
  getOutcomeNextStep,
  formatOutcome,
  simplifyGatewayMessage,
} from './get-gateway-outcome.ts'

test.each([
  [null, 'Not paid yet'],
  ['P', 'Waiting'],
  ['G', 'Waiting'],
  ['U', 'Waiting'],
  ['ZZ', 'Waiting'],
  ['V', 'Cancelled'],
  ['F', 'Failed'],
  ['S', 'Paid'],
  ['R', 'Refunded'],
  ['K', 'Refunded'],
])('the letter %s means %s', (statusCode, expectedLabel) => {
  expect(formatOutcome(statusCode)).toBe(expectedLabel)
})

test('the next step names the gateway', () => {
  expect(getOutcomeNextStep(getGatewayOutcome('P'), 'AQWire')).toBe('AQWire has not confirmed it yet.')
  expect(getOutcomeNextStep(getGatewayOutcome('R'), 'Dragonpay')).toBe(
    'Dragonpay returned the money to the payer.',
  )
})

test.each([
  ['[108] Insufficient funds, reference no SB4GK7QX', 'Insufficient funds'],
  ['Insufficient funds (108)', 'Insufficient funds'],
  ['[000] BOG Reference No SB4GK7QX', ''],
  ['Waiting for the deposit', 'Waiting for the deposit'],
  ['AQWire says FAILED. Reference R4GK7QX.', ''],
  ['AQWire says ON_HOLD.', ''],
  ['Reference ref-qw-1.', ''],
  ['AQWire says SUCCESS, but not when it was paid. Reference R1.', ''],
  ['', ''],
])('codes and references are removed from %s', (message, expectedText) => {
  expect(simplifyGatewayMessage(message)).toBe(expectedText)
})
