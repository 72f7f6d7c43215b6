import { expect, test } from 'vitest'
import { gatewayOutcome, outcomeNext, outcomeWord, plainGatewayWords } from './gateway-outcome.ts'

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
])('the letter %s is told as %s', (letter, word) => {
  expect(outcomeWord(letter, 'resident')).toBe(word)
})

test('the office reads nothing of who cancelled; every other word is the same for both', () => {
  expect(outcomeWord('V', 'office')).toBe('Cancelled')
  for (const letter of [null, 'P', 'F', 'S', 'R'])
    expect(outcomeWord(letter, 'office')).toBe(outcomeWord(letter, 'resident'))
})

test('what comes next names the gateway', () => {
  expect(outcomeNext(gatewayOutcome('P'), 'AQWire')).toBe('AQWire has not confirmed it yet.')
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
])('codes and references are taken out of %s', (message, words) => {
  expect(plainGatewayWords(message)).toBe(words)
})
