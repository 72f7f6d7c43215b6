const UNITS_OF_A_FLOOR = 25
const UNITS_OF_A_TOWER = 40 * UNITS_OF_A_FLOOR

export const createClientCodes = (count: number): string[] =>
  Array.from({ length: count }, (_, nth) => {
    const inTower = nth % UNITS_OF_A_TOWER
    const floor = Math.floor(inTower / UNITS_OF_A_FLOOR) + 1
    const unit = String((inTower % UNITS_OF_A_FLOOR) + 1).padStart(2, '0')
    return `${getTowerName(Math.floor(nth / UNITS_OF_A_TOWER))}-${floor}${unit}`
  })

function getTowerName(nth: number): string {
  const lastLetter = String.fromCharCode(65 + (nth % 26))
  return nth < 26 ? lastLetter : `${getTowerName(Math.floor(nth / 26) - 1)}${lastLetter}`
}
