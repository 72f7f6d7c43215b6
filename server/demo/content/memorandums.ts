import type { CircularPart } from './circular-pdf.ts'

export interface DemoMemorandum {
  readonly title: string
  readonly description: string
  /** Days before now. */
  readonly age: number
  readonly to: string
  readonly parts: readonly CircularPart[]
}

/** The office's circulars, the oldest first. */
export const DEMO_MEMORANDUMS: readonly DemoMemorandum[] = [
  {
    title: 'Registration of household members and drivers',
    description:
      'Every household lists its members, helpers and drivers, so that the guards know who belongs to us.',
    age: 371,
    to: 'All unit owners and tenants',
    parts: [
      {
        heading: 'What we ask for',
        paragraphs: [
          'Please bring the filled-in form to the office within 30 days. What you write is used for security only and kept under the Data Privacy Act of 2012.',
        ],
        points: [
          'Names of all who live in the unit',
          'Names and identity cards of helpers and drivers',
          'Plate numbers of vehicles',
          'A telephone number for emergencies',
        ],
      },
    ],
  },
  {
    title: 'Schedule of garbage collection',
    description:
      'Segregated waste is collected at the service area of each floor, by kind on different days.',
    age: 305,
    to: 'All residents',
    parts: [
      {
        heading: 'Days of collection',
        table: [
          ['Kind', 'Days', 'Time'],
          ['Food and garden waste', 'Daily', '6:00 AM and 8:00 PM'],
          ['Paper, plastic, glass, metal', 'Tuesday, Friday', '9:00 AM'],
          ['Everything else', 'Monday, Thursday', '9:00 AM'],
          ['Batteries, lamps, oil', 'First Saturday', '9:00 AM to 12:00 NN'],
        ],
      },
      {
        heading: 'Please',
        points: [
          'Tie bags well and leave nothing in the hallways.',
          'Furniture and appliances need a gate pass and are collected by arrangement.',
          'Unsegregated waste is not collected (Republic Act No. 9003).',
        ],
      },
    ],
  },
  {
    title: 'Annual inspection of gas lines and smoke detectors',
    description: 'A technician visits each unit for about 20 minutes. The schedule by floor is in the file.',
    age: 233,
    to: 'All unit owners and tenants',
    parts: [
      {
        heading: 'Schedule',
        paragraphs: ['Visits are between 9:00 AM and 4:00 PM. Somebody of legal age must be at home.'],
        table: [
          ['Floor', 'Tower A', 'Tower B', 'Tower C'],
          ['1 and 2', 'Monday', 'Tuesday', 'Wednesday'],
          ['3 and 4', 'Tuesday', 'Wednesday', 'Thursday'],
          ['5', 'Wednesday', 'Thursday', 'Friday'],
        ],
      },
      {
        heading: 'Costs',
        paragraphs: [
          'The inspection is free. Batteries of detectors are renewed at 150 pesos each, with your consent.',
        ],
      },
    ],
  },
  {
    title: 'Use of the amenities during the school break',
    description: 'Longer hours for the pool and the court, and what we ask of children and their guardians.',
    age: 176,
    to: 'All residents',
    parts: [
      {
        heading: 'Hours',
        table: [
          ['Amenity', 'Weekdays', 'Weekends'],
          ['Swimming Pool', '6:00 AM to 9:00 PM', '6:00 AM to 9:00 PM'],
          ['Basketball Court', '6:00 AM to 9:00 PM', '7:00 AM to 9:00 PM'],
          ['Play Area', '7:00 AM to 7:00 PM', '7:00 AM to 8:00 PM'],
        ],
      },
      {
        heading: 'Children',
        points: [
          'Up to 12 years with an adult, at the pool within arm’s reach.',
          'Proper swimwear; diapers made for swimming.',
          'No food within two meters of the water.',
        ],
      },
    ],
  },
  {
    title: 'Increase of the rate for water',
    description:
      'From next month 46.20 pesos a cubic meter, as approved by the regulator. How your bill is made up.',
    age: 118,
    to: 'All unit owners and tenants',
    parts: [
      {
        heading: 'The rate',
        paragraphs: [
          'The concessionaire’s rate was adjusted by the regulator. The association passes it on without any addition.',
        ],
        table: [
          ['', 'Until now', 'From next month'],
          ['A cubic meter', 'PHP 42.75', 'PHP 46.20'],
          ['Lowest bill', 'PHP 213.75', 'PHP 231.00'],
        ],
      },
      {
        heading: 'To save water',
        points: [
          'Tell us of dripping faucets: the repair of washers is free.',
          'A toilet that runs wastes 200 liters a day.',
        ],
      },
    ],
  },
  {
    title: 'Renovation and noisy work',
    description: 'Hours, permits and the bond for construction, with the list of accredited contractors.',
    age: 64,
    to: 'All unit owners, tenants and contractors',
    parts: [
      {
        heading: 'Hours',
        paragraphs: [
          'Noisy work is allowed from Monday to Saturday, 9:00 AM to 5:00 PM, with a break from 12:00 NN to 1:00 PM. There is no work on Sundays and holidays.',
        ],
      },
      {
        heading: 'Before you begin',
        points: [
          'File a work permit with plans and a list of workers and tools.',
          'Pay the construction bond; it is returned 30 days after the last inspection.',
          'Tell your neighbors above, below and beside you.',
        ],
      },
      {
        heading: 'Bond',
        table: [
          ['Work', 'Bond', 'Permit valid for'],
          ['Repainting, tiles of one room', 'PHP 10,000.00', '15 days'],
          ['Kitchen or bathroom', 'PHP 25,000.00', '30 days'],
          ['Whole unit', 'PHP 50,000.00', '60 days'],
        ],
      },
    ],
  },
  {
    title: 'Delivery riders and parcels',
    description:
      'Riders leave parcels at the lobby counter from 8:00 AM to 9:00 PM; food is brought to the door.',
    age: 31,
    to: 'All residents and guards',
    parts: [
      {
        heading: 'Parcels',
        points: [
          'The lobby keeps parcels for 48 hours; cool and costly goods are not accepted.',
          'Payment on delivery is made by you, never by the lobby.',
        ],
      },
      {
        heading: 'Food',
        points: [
          'Riders leave an identity card and get a pass for 20 minutes.',
          'After 11:00 PM food is handed over at the lobby.',
        ],
      },
    ],
  },
  {
    title: 'Office hours and emergencies over the holidays',
    description: 'When the office is open from the middle of December on, and whom to call when it is not.',
    age: 6,
    to: 'All residents',
    parts: [
      {
        heading: 'Office hours',
        table: [
          ['Days', 'Hours'],
          ['16 to 23 December', '8:00 AM to 5:00 PM'],
          ['24 and 31 December', '8:00 AM to 12:00 NN'],
          ['25 and 30 December, 1 January', 'Closed'],
        ],
      },
      {
        heading: 'At any hour',
        paragraphs: [
          'Security and engineering are on duty day and night: lobby 8555-0100, engineering 8555-0120. Water, power and elevators are repaired on holidays too.',
        ],
      },
      {
        heading: 'Fireworks',
        points: [
          'No fireworks on balconies, in the courtyard and on the roof deck.',
          'The community watches the city’s fireworks from the roof deck of Tower A; please register at the lobby.',
        ],
      },
    ],
  },
]
