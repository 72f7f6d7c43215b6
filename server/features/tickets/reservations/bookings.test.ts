import { describe, expect, test } from 'vitest'
import { addPrice, getNewPrice } from './bookings.ts'

const MANILA = 'Asia/Manila'
const amenity = { id: 1, rules: { pricePer: 'hour' as const, price: 250 } }
const ONE_HOUR = { startTime: '2026-12-01T10:00:00+08:00', endTime: '2026-12-01T11:00:00+08:00' }
const TWO_HOURS = { startTime: '2026-12-01T10:00:00+08:00', endTime: '2026-12-01T12:00:00+08:00' }
const OFFICE_AMOUNT = { timeZone: MANILA, isSetByOffice: true, isOtherAmenity: false }
const PORTAL_AMOUNT = { timeZone: MANILA, isSetByOffice: false, isOtherAmenity: false }

describe('the price of a booking (rules 25.9)', () => {
  test('is that of its hours, unless the body contains an amount', () => {
    expect(addPrice(amenity, TWO_HOURS, MANILA)).toEqual({ ...TWO_HOURS, estimatedAmount: 500 })
    expect(addPrice(amenity, { ...TWO_HOURS, estimatedAmount: 100 }, MANILA).estimatedAmount).toBe(100)
    expect(addPrice(null, TWO_HOURS, MANILA)).toEqual(TWO_HOURS)
  })

  test('follows a new time, at the price of today if the office has not set the amount', () => {
    const booking = { ...ONE_HOUR, estimatedAmount: 250 }
    const newPrice = { estimatedAmount: 500 }
    expect(getNewPrice(amenity, booking, TWO_HOURS, OFFICE_AMOUNT)).toEqual(newPrice)
    expect(getNewPrice(amenity, { ...booking, estimatedAmount: 100 }, TWO_HOURS, PORTAL_AMOUNT)).toEqual(
      newPrice,
    )
  })

  test('does not follow it if the office has set another amount, or without an amenity', () => {
    const booking = { ...ONE_HOUR, estimatedAmount: 100 }
    expect(getNewPrice(amenity, booking, TWO_HOURS, OFFICE_AMOUNT)).toEqual({})
    expect(getNewPrice(null, { ...ONE_HOUR, estimatedAmount: 250 }, TWO_HOURS, PORTAL_AMOUNT)).toEqual({})
  })

  test('of another amenity is that of the amenity, unless the office has set the amount', () => {
    const booking = { ...ONE_HOUR, estimatedAmount: 1000 }
    const getMovedPrice = (isSetByOffice: boolean, newAmenity: Parameters<typeof getNewPrice>[0] = amenity) =>
      getNewPrice(newAmenity, booking, ONE_HOUR, { timeZone: MANILA, isSetByOffice, isOtherAmenity: true })
    expect(getMovedPrice(false)).toEqual({ estimatedAmount: 250 })
    expect(getMovedPrice(false, { ...amenity, rules: {} })).toEqual({ estimatedAmount: 0 })
    expect(getMovedPrice(true)).toEqual({})
  })
})
