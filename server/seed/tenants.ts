import { createRandom } from '../demo/random.ts'
import { fullNames } from './names.ts'

export interface SeedTenant {
  id: number
  clientCode: string
  uoccname: string
  unit: string
  soaAmount: number
}

const UNITS_OF_A_FLOOR = 25
const FLOORS = 40

/** Any number of tenants: towers A, B, C … of 40 floors of 25 units, each with somebody's name. */
export function seedTenants(count: number): SeedTenant[] {
  const random = createRandom(11)
  const names = fullNames()
  return Array.from({ length: count }, (_, index) => {
    const unitOfTower = index % (FLOORS * UNITS_OF_A_FLOOR)
    const floor = Math.floor(unitOfTower / UNITS_OF_A_FLOOR) + 1
    const unit = `${towerName(Math.floor(index / (FLOORS * UNITS_OF_A_FLOOR)))}-${floor}${String((unitOfTower % UNITS_OF_A_FLOOR) + 1).padStart(2, '0')}`
    return {
      id: index + 1,
      clientCode: unit,
      uoccname: names(random),
      unit,
      soaAmount: random.chance(30) ? 0 : random.between(1_000, 24_000),
    }
  })
}

/** A to Z, then AA, AB … */
function towerName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : `${towerName(Math.floor(index / 26) - 1)}${last}`
}
