import { createRandom } from '../demo/random.ts'
import type { Random } from '../demo/random.ts'
import { demoResidents } from '../demo/residents.ts'

// Parts of Filipino family names; a community of thousands has thousands of names.
const BEGINNINGS = [
  'Ma',
  'Ba',
  'Pa',
  'Di',
  'Ca',
  'Sa',
  'La',
  'Ta',
  'Bu',
  'Ga',
  'Man',
  'Pan',
  'Dima',
  'Ala',
  'Sum',
  'Cata',
  'Lu',
  'Ro',
  'Que',
  'Bal',
]
const MIDDLES = [
  'ca',
  'ga',
  'ta',
  'li',
  'ma',
  'na',
  'la',
  'bu',
  'gi',
  'tu',
  'sa',
  'ra',
  'do',
  'lo',
  'yo',
  'pi',
]
const ENDS = [
  'raeg',
  'yan',
  'ban',
  'ngan',
  'lang',
  'pang',
  'sio',
  'res',
  'dor',
  'tas',
  'bal',
  'nay',
  'gan',
  'mos',
  'quin',
  'ria',
]

/** Full names: two given names of the demo community and, for every fifth, a family name of it, which many share. */
export function fullNames(): (random: Random) => string {
  const known = demoResidents(createRandom(5))
  return (random) => {
    const family = random.chance(20)
      ? random.pick(known).lastName
      : `${random.pick(BEGINNINGS)}${random.pick(MIDDLES)}${random.pick(ENDS)}`
    return `${random.pick(known).firstName} ${random.pick(known).firstName} ${family}`
  }
}
