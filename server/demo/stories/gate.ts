import type { Storyteller } from './story.ts'

const BEARERS = [
  'Rodel Manalo',
  'JRS Express',
  'Arnel Cruz',
  'Western Appliances',
  'Dodong Villar',
  'Lalamove rider',
  'Jun Bautista',
  'Mang Tino Hauling',
  'Abenson Delivery',
  'Ernesto Dela Cruz',
  'LBC rider',
  'Grab Express',
  'Kuya Boyet Trucking',
  'Transportify crew',
  'SM Home Delivery',
]

/** By type (1 Delivery, 2 Move In, 3 Move Out, 4 Pull Out): loads that such a pass is for. */
const LOADS: Record<number, readonly (readonly (readonly [string, number])[])[]> = {
  1: [
    [
      ['Refrigerator, 7 cu ft', 1],
      ['Monobloc chairs', 12],
    ],
    [
      ['Queen-size mattress', 1],
      ['Bed frame', 1],
    ],
    [['Washing machine, 8 kg', 1]],
    [['Bottled water, 5 gal', 6]],
    [
      ['Smart TV, 55 inch', 1],
      ['Wall bracket', 1],
    ],
    [
      ['Rice, 25 kg sack', 2],
      ['Groceries, box', 4],
    ],
    [
      ['Dining table, 6-seater', 1],
      ['Dining chairs', 6],
    ],
  ],
  2: [
    [
      ['Boxes of clothes', 14],
      ['Wardrobe', 2],
      ['Study table', 1],
    ],
    [
      ['Sofa set', 1],
      ['Centre table', 1],
      ['Boxes', 20],
      ['Aircon, window type', 1],
    ],
  ],
  3: [
    [
      ['Boxes', 18],
      ['Bed frame', 2],
      ['Electric fan', 3],
    ],
    [
      ['Personal belongings, box', 9],
      ['Refrigerator', 1],
      ['Gas range', 1],
    ],
  ],
  4: [
    [['Old refrigerator for disposal', 1]],
    [['Laptop for repair', 1]],
    [['Aircon unit for service', 1]],
    [['Construction debris, sack', 15]],
  ],
}

export const gatePassStory: Storyteller = ({ random, createdAt, happensAt }) => {
  const type = random.weighted({ 1: 60, 2: 12, 3: 12, 4: 16 })
  return {
    body: {
      bearerName: random.pick(BEARERS),
      type,
      dateOfApplication: createdAt.toISOString(),
      dateOfUse: happensAt.toISOString(),
      items: random.pick(LOADS[type] ?? []).map(([name, quantity]) => ({ name, quantity })),
    },
    remarks: {
      approved: random.pick([
        '',
        'Please use the loading bay and the service elevator.',
        'Bearer to leave an ID with the guard.',
      ]),
      completed: random.pick(['', 'Checked out by the guard on duty.']),
      cancelled: random.pick(['Delivery was moved by the store.', 'Resident asked to cancel.']),
      rejected: random.pick([
        'Please settle the move-out clearance first.',
        'The list of items is not complete, please file again.',
      ]),
    },
  }
}

const VISITORS: readonly (readonly [string, 'male' | 'female'])[] = [
  ['Jun Bautista', 'male'],
  ['Cristina Alonzo', 'female'],
  ['Miguel Roxas', 'male'],
  ['Tita Baby Reyes', 'female'],
  ['Leandro Castro', 'male'],
  ['Sofia Marie Lim', 'female'],
  ['Engr. Paulo Aguilar', 'male'],
  ['Nurse Gemma Tubera', 'female'],
  ['Harold Tan', 'male'],
  ['Beverly Domingo', 'female'],
  ['Kiko Salonga', 'male'],
  ['Althea Navarro', 'female'],
  ['Lolo Pedring Santos', 'male'],
  ['Daisy Mae Abella', 'female'],
  ['Ronald Espiritu', 'male'],
  ['Camille Dizon', 'female'],
  ['Fr. Anton Lazaro', 'male'],
  ['Yaya Luming Pepito', 'female'],
]

const PURPOSES = [
  'Family visit',
  'Birthday lunch with the family',
  'Piano lesson of our daughter',
  'Unit viewing with the broker',
  'Home care for my mother, whole day',
  'Delivery of documents to sign',
  'House blessing',
  'Study group until evening',
  'Overnight stay of a cousin from Cebu',
  'Dinner with colleagues',
]

const STREETS = [
  '12 Sampaguita St., Makati',
  '48 Mabini St., Mandaluyong',
  '7 Kalayaan Ave., Quezon City',
  '203 Taft Ave., Pasay',
  '15 Rizal St., Antipolo',
]

export const visitorStory: Storyteller = ({ random, happensAt }) => {
  const [visitorsName, gender] = random.pick(VISITORS)
  const mail = visitorsName.toLowerCase().replaceAll(/[^a-z]+/g, '.')
  return {
    body: {
      visitorsName,
      address: random.pick(STREETS),
      gender,
      phoneNumber: `0917555${String(random.between(2000, 9999))}`,
      email: `${mail}@mail.test`,
      birthDate: `${random.between(1950, 2004)}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`,
      dateOfVisit: happensAt.toISOString(),
      purposeOfVisit: random.pick(PURPOSES),
    },
    pictures: random.chance(75)
      ? [{ field: 'images', names: [gender === 'male' ? 'identityCardA' : 'identityCardB'] }]
      : [],
    remarks: {
      approved: random.pick(['', '', 'Please present the same ID at the lobby.']),
      ongoing: '',
      completed: '',
      cancelled: random.pick(['Visitor could not come.', 'Visit moved to another day.']),
      rejected: 'The ID in the picture cannot be read. Please send a clearer one.',
    },
  }
}
