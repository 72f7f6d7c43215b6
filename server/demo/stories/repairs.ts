import type { Storyteller } from './story.ts'

/** Title, description, pesos (0 is not billed), what was done. */
const JOBS: readonly (readonly [string, string, number, string])[] = [
  [
    'Kitchen faucet is leaking',
    'Water drips from the base of the faucet even when it is closed.',
    850,
    'Cartridge and O-ring replaced, tested for leaks.',
  ],
  [
    'Aircon not cooling',
    'The split-type in the master bedroom runs but blows warm air since yesterday.',
    1800,
    'Cleaned and recharged with refrigerant.',
  ],
  [
    'Clogged bathroom drain',
    'Water in the shower takes about ten minutes to go down.',
    650,
    'Drain cleared with a snake; hair trap cleaned.',
  ],
  ['No hot water', 'The water heater lights up but the water stays cold.', 1200, 'Heating element replaced.'],
  [
    'Hallway light outside the unit is out',
    'The light at our door has been off for three nights.',
    0,
    'LED lamp replaced.',
  ],
  [
    'Circuit breaker keeps tripping',
    'The breaker for the kitchen outlets trips when the rice cooker is on.',
    950,
    'Loose neutral tightened, outlet replaced.',
  ],
  [
    'Toilet keeps running',
    'The tank never fills up, we close the valve at night.',
    550,
    'Flapper and fill valve replaced.',
  ],
  [
    'Door lock is stiff',
    'The key turns only after several tries. We are afraid it will break.',
    700,
    'Cylinder lubricated and strike plate moved.',
  ],
  [
    'Leak under the sink',
    'The cabinet under the kitchen sink is wet every morning.',
    600,
    'P-trap replaced and sealed.',
  ],
  [
    'Ceiling fan installation',
    'Please install the ceiling fan we bought, box is in the living room.',
    1100,
    'Installed and balanced.',
  ],
  [
    'Window will not close',
    'The sliding window in the second bedroom is stuck with the rain coming in.',
    480,
    'Rollers replaced, track cleaned.',
  ],
  [
    'Intercom has no sound',
    'The guard calls but we hear nothing, only a click.',
    0,
    'Handset cord replaced.',
  ],
  [
    'Exhaust fan is very noisy',
    'The exhaust fan in the toilet rattles when it starts.',
    520,
    'Fan blade cleaned and motor mount tightened.',
  ],
  [
    'Weak water pressure',
    'Only a trickle at the shower in the morning, the neighbours have the same.',
    0,
    'Pressure regulator of the riser cleaned.',
  ],
  [
    'Install grab bars',
    'Two grab bars for the bathroom, my mother is moving in with us.',
    1500,
    'Two bars set with anchors, load tested.',
  ],
  [
    'Smoke detector chirps',
    'It chirps every minute even after we changed the battery.',
    0,
    'Detector replaced under the annual programme.',
  ],
  [
    'Pest control request',
    'We see ants at the kitchen counter and small roaches at night.',
    900,
    'Gel bait placed, follow-up after two weeks.',
  ],
  [
    'Repaint balcony railing',
    'The paint is peeling and there is some rust at the corners.',
    2400,
    'Sanded, primed and painted.',
  ],
  [
    'Outlet sparks',
    'The outlet beside the sofa sparked when we plugged in the electric fan.',
    450,
    'Outlet replaced, wiring checked.',
  ],
  [
    'Loose floor tiles',
    'Two tiles near the entrance sound hollow and one has lifted.',
    1650,
    'Tiles reset and grouted.',
  ],
  [
    'Replace busted ceiling bulbs',
    'Three downlights in the living room, we cannot reach them.',
    380,
    'Three LED lamps replaced.',
  ],
  [
    'Water meter reading looks wrong',
    'Our bill doubled but we were in Iloilo for two weeks.',
    0,
    'Meter tested and found correct; a dripping toilet valve was closed.',
  ],
]

export const jobOrderStory: Storyteller = ({ random }) => {
  const [title, description, pesos, done] = random.pick(JOBS)
  return {
    body: { title, description },
    office: {
      estimatedAmount: pesos,
      billOption: pesos > 0 ? 'Billable' : 'Non-Billable',
      ...(random.chance(30) && { comment: 'Please have somebody home when the technician comes.' }),
    },
    remarks: {
      approved: random.pick([
        '',
        'Scheduled with the maintenance crew.',
        'A technician will call before coming up.',
      ]),
      completed: done,
      cancelled: random.pick(['Resident repaired it privately.', 'Asked to cancel by phone.']),
      rejected:
        'This part belongs to the unit and is under your appliance warranty. Please call the service centre.',
    },
  }
}

/** What for, where, why, who. */
const WORKS: readonly (readonly [string, string, string, string])[] = [
  [
    'Repainting of the living room',
    'Living room',
    'Repaint walls and ceiling, water-based paint only.',
    'Painter',
  ],
  ['Kitchen cabinet installation', 'Kitchen', 'Install modular cabinets and a new countertop.', 'Carpenter'],
  ['Replacement of floor tiles', 'Bathroom', 'Remove old tiles, waterproof and retile the floor.', 'Mason'],
  ['Aircon installation', 'Master bedroom', 'Install an inverter split-type, 1.5 HP.', 'Aircon technician'],
  [
    'Fibre internet installation',
    'Living room',
    'Pull the drop cable from the riser and mount the modem.',
    'Line technician',
  ],
  ['Balcony screen and grills', 'Balcony', 'Fit insect screens, no drilling into the facade.', 'Fabricator'],
  ['Built-in wardrobe', 'Second bedroom', 'Assemble a wardrobe, parts are cut outside.', 'Carpenter'],
  [
    'Electrical rewiring of kitchen',
    'Kitchen',
    'Separate circuit for the induction stove, with plan signed by our electrician.',
    'Electrician',
  ],
]

const WORKERS = [
  'Boy Santos',
  'Rene Bautista',
  'Jun-jun Ferrer',
  'Mang Dado Cortez',
  'Arman Villar',
  'Kuya Ben Sarmiento',
  'Lito Abrenica',
]

const MATERIALS = [
  ['Paint, 4 L', 6],
  ['Ladder', 1],
  ['Tile adhesive, 25 kg', 4],
  ['Plywood, 3/4 inch', 8],
  ['Electric drill', 1],
  ['Drop cloth', 3],
  ['Ceramic tiles, box', 12],
  ['Toolbox', 2],
  ['PVC pipe, 3 m', 5],
] as const

function workers(random: Parameters<Storyteller>[0]['random'], trade: string) {
  return Array.from({ length: random.between(1, 3) }, (_, index) => ({
    name: WORKERS[(random.between(0, 6) + index) % WORKERS.length],
    information: `${trade}, 0918 555 0${random.between(100, 199)}`,
  }))
}

export const workPermitStory: Storyteller = ({ random, happensAt, endsAt }) => {
  const [workPermitFor, workArea, purpose, trade] = random.pick(WORKS)
  const first = random.between(0, MATERIALS.length - 3)
  return {
    body: {
      workPermitFor,
      workArea,
      purpose,
      dateFrom: happensAt.toISOString(),
      dateTo: endsAt.toISOString(),
      contractors: workers(random, trade),
      items: MATERIALS.slice(first, first + random.between(1, 3)).map(([name, quantity]) => ({
        name,
        quantity,
      })),
    },
    office: { bondAmount: random.pick([5_000, 10_000, 15_000, 20_000]) },
    remarks: {
      approved: random.pick([
        'Noisy work from 9:00 to 17:00 only, none on Sundays.',
        'Please use the service elevator and cover the hallway floor.',
      ]),
      completed: 'Site inspected, bond may be claimed.',
      cancelled: 'Contractor moved to next month, a new permit will be filed.',
      rejected: 'Please attach the plan signed by a licensed engineer and file again.',
    },
  }
}

const SERVICES: readonly (readonly [string, string, string, string])[] = [
  ['Aircon cleaning', 'Bedroom 1', 'Quarterly cleaning of the split-type unit.', 'Lamig Aircon Care'],
  ['Deep cleaning of the unit', 'Whole unit', 'General cleaning before we move in.', 'Linis Bahay Services'],
  ['Termite treatment', 'Kitchen and closets', 'Yearly treatment, second visit.', 'Ligtas Pest Control'],
  ['Grease trap cleaning', 'Kitchen', 'The trap smells and drains slowly.', 'Building maintenance'],
  ['Curtain and sofa shampooing', 'Living room', 'Two sofas and six curtain panels.', 'Labada Express'],
]

export const workServiceStory: Storyteller = ({ random, happensAt, endsAt }) => {
  const [workServiceFor, workArea, purpose, company] = random.pick(SERVICES)
  return {
    body: {
      workServiceFor,
      workArea,
      purpose,
      dateFrom: happensAt.toISOString(),
      dateTo: endsAt.toISOString(),
      contractors: [
        { name: company, information: random.pick(['Two technicians', 'Team of three', 'One technician']) },
      ],
    },
    pictures: random.chance(60) ? [{ field: 'image', names: ['airconService'] }] : [],
    remarks: {
      approved: 'The office has booked the team.',
      completed: 'Work finished and signed for.',
      cancelled: 'Unit owner asked to move the date.',
      rejected: 'No team is free on these dates, please choose others.',
    },
  }
}
