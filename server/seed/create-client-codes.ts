const UNITS_PER_FLOOR = 25
const UNITS_PER_TOWER = 40 * UNITS_PER_FLOOR

export const createClientCodes = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const indexInTower = index % UNITS_PER_TOWER
    const floor = Math.floor(indexInTower / UNITS_PER_FLOOR) + 1
    const unit = String((indexInTower % UNITS_PER_FLOOR) + 1).padStart(2, '0')
    return `${getTowerName(Math.floor(index / UNITS_PER_TOWER))}-${floor}${unit}`
  })

function getTowerName(index: number): string {
  const lastLetter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? lastLetter : `${getTowerName(Math.floor(index / 26) - 1)}${lastLetter}`
}
