import { expect, test } from 'vitest'
import { createServerClock } from './clock.ts'

function createDevice() {
  const deviceClock = { wall: 1_000_000, ticks: 0 }
  const clock = createServerClock({ getWallTime: () => deviceClock.wall, getTicks: () => deviceClock.ticks })
  const pass = (ms: number): void => {
    deviceClock.wall += ms
    deviceClock.ticks += ms
  }
  return { device: deviceClock, clock, pass }
}

test('a clock that is wrong goes by the server, also after it is set', () => {
  const { device, clock, pass } = createDevice()
  clock.set(5_000_000)
  pass(1000)
  expect(clock.now()).toBe(5_001_000)
  expect(clock.offset()).toBe(4_000_000)
  device.wall -= 3_600_000
  pass(1000)
  expect(clock.now()).toBe(5_002_000)
  clock.wake()
  expect(clock.now()).toBe(5_002_000)
})

test('the time in which the device slept counts', () => {
  const { device, clock, pass } = createDevice()
  clock.set(5_000_000)
  pass(1000)
  device.wall += 60_000
  clock.wake()
  pass(500)
  expect(clock.now()).toBe(5_061_500)
})
