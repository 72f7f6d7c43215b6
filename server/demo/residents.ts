import type { Random } from './random.ts'

/** Who lives in a unit, before the database has given them an id. */
export interface DemoResident {
  clientCode: string
  firstName: string
  middleName: string
  lastName: string
  uoccname: string
  email: string
  phone: string
  unit: string
  tower: string
  floor: number
  /** Pesos owed. */
  soaAmount: number
}

/** Three towers of five floors of four units: 60 households, first name and family name each. */
const HOUSEHOLDS = [
  'Ana Reyes',
  'Grace Tolentino',
  'Paolo Mendoza',
  'Ma. Teresa Ocampo',
  'Benjie Aquino',
  'Kristine Lim',
  'Noel Pangilinan',
  'Rowena Salazar',
  'Enrique Ventura',
  'Joy Dimaculangan',
  'Ramon Dela Cruz',
  'Imelda Bautista',
  'Jericho Santos',
  'Charmaine Uy',
  'Dennis Magbanua',
  'Lourdes Evangelista',
  'Mark Anthony Ramos',
  'Cecilia Gatdula',
  'Arturo Macaraeg',
  'Bernadette Sy',
  'Rodrigo Lacson',
  'Angelica Manalo',
  'Ferdinand Soriano',
  'Jocelyn Abad',
  'Marites Villanueva',
  'Carlo Buenaventura',
  'Divina Katigbak',
  'Rommel Tan',
  'Sheryl Padilla',
  'Antonio Zamora',
  'Mylene Dumlao',
  'Gilbert Chua',
  'Teresita Magsino',
  'Jayson Alcantara',
  'Editha Corpuz',
  'Roberto Yulo',
  'Maricel Fajardo',
  'Alvin Go',
  'Nenita Pascual',
  'Christian Rosales',
  'Luzviminda Ignacio',
  'Edgardo Panganiban',
  'Katrina Velasco',
  'Oliver Tiongson',
  'Rosario Mabini',
  'Jeffrey Ong',
  'Hannah Grace Lopez',
  'Wilfredo Batungbakal',
  'Clarissa De Guzman',
  'Francis Xavier Cabrera',
  'Erlinda Sumulong',
  'Joel Catapang',
  'Patricia Anne Quizon',
  'Nestor Agbayani',
  'Melanie Co',
  'Victorino Samonte',
  'Aileen Marasigan',
  'Dominic Arevalo',
  'Josefina Hizon',
  'Renato Laurel',
] as const

const MIDDLE_NAMES = [
  'Cruz',
  'Garcia',
  'Lopez',
  'Torres',
  'Flores',
  'Castillo',
  'Rivera',
  'Navarro',
  'Mercado',
  'Dizon',
]

/** A-101 is in good standing, B-202 is not (rules 11.17). */
const BALANCES: Record<string, number> = { 'A-101': 12_450, 'B-202': 38_000 }

/** The client code and full name of every demo resident. */
export const DEMO_RESIDENTS: readonly (readonly [clientCode: string, name: string])[] = HOUSEHOLDS.map(
  (name, index) => [codeOf(index), name],
)

export function demoResidents(random: Random): DemoResident[] {
  return HOUSEHOLDS.map((name, index) => {
    const clientCode = codeOf(index)
    const [tower = ''] = clientCode
    const [firstName, lastName] = splitName(name)
    return {
      clientCode,
      firstName,
      middleName: random.pick(MIDDLE_NAMES),
      lastName,
      uoccname: name,
      email: `${`${firstName}.${lastName}`
        .toLowerCase()
        .replaceAll(/[^a-z.]+/g, '')
        .replaceAll('..', '.')}@mail.test`,
      phone: `0917555${String(1000 + index).slice(-4)}`,
      unit: clientCode,
      tower: `Tower ${tower}`,
      floor: floorOf(index),
      soaAmount: BALANCES[clientCode] ?? balance(random),
    }
  })
}

function floorOf(index: number): number {
  return Math.floor((index % 20) / 4) + 1
}

function codeOf(index: number): string {
  return `${'ABC'[Math.floor(index / 20)] ?? ''}-${floorOf(index)}0${(index % 4) + 1}`
}

/** Two given names stay together, and so do the parts of 'Dela Cruz' and 'De Guzman'. */
function splitName(name: string): [string, string] {
  const words = name.split(' ')
  const familyWords = words.at(-2) === 'Dela' || words.at(-2) === 'De' ? 2 : 1
  return [words.slice(0, -familyWords).join(' '), words.slice(-familyWords).join(' ')]
}

/** Most owe a month or two, some nothing, a few are far behind. Pesos with centavos. */
function balance(random: Random): number {
  const kind = random.weighted({ 0: 25, 1: 60, 2: 15 })
  if (kind === 0) return 0
  const pesos = kind === 1 ? random.between(3_200, 14_800) : random.between(16_000, 64_000)
  return pesos + random.pick([0, 0, 0.5, 0.25, 0.75])
}
