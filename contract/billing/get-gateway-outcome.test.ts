import { expect, test } from 'vitest'
import {
  getGatewayOutcome,
  getOutcomeNextStep,
  formatOutcome,
  simplifyGatewayMessage,
} from './get-gateway-outcome.ts'

test.each([
  [null, 'Begun'],
  ['P', 'Waiting'],
  ['G', 'Waiting'],
  ['U', 'Waiting'],
  ['ZZ', 'Waiting'],
  ['V', 'Cancelled by you'],
  ['F', 'Failed'],
  ['S', 'Paid'],
  ['R', 'Refunded'],
  ['K', 'Refunded'],
])('the letter %s means %s', (statusCode, expectedLabel) => {
  expect(formatOutcome(statusCode, 'resident')).toBe(expectedLabel)
})

test('only the word for a cancelled payment differs for the office', () => {
  expect(formatOutcome('V', 'office')).toBe('Cancelled')
  for (const statusCode of [null, 'P', 'F', 'S', 'R'])
    expect(formatOutcome(statusCode, 'office')).toBe(formatOutcome(statusCode, 'resident'))
})

test('the next step names the gateway', () => {
  expect(getOutcomeNextStep(getGatewayOutcome('P'), 'AQWire')).toBe('AQWire has not confirmed it yet.')
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
