import type { PictureName } from '../pictures/album.ts'
import type { Storyteller } from './story.ts'

const OCCASIONS: readonly (readonly [string, 'Amenity Booking' | 'Event Booking'])[] = [
  ['Birthday lunch, about 20 guests.', 'Event Booking'],
  ['Seventh birthday party of our son, with a magician.', 'Event Booking'],
  ['Practice with the office team.', 'Amenity Booking'],
  ['Swimming lesson for three children with a coach.', 'Amenity Booking'],
  ['Baptism reception, 40 guests, own catering.', 'Event Booking'],
  ['Morning exercise with my father.', 'Amenity Booking'],
  ['Homeowners’ committee meeting.', 'Event Booking'],
  ['Debut rehearsal.', 'Amenity Booking'],
  ['Family reunion, we bring our own grill and food.', 'Event Booking'],
  ['Zumba with neighbours of our floor.', 'Amenity Booking'],
]

export const reservationStory: Storyteller = ({ random, amenity, happensAt, endsAt }) => {
  const [description, title] = random.pick(OCCASIONS)
  const hours = (endsAt.getTime() - happensAt.getTime()) / 3_600_000
  return {
    body: {
      amenityId: amenity?.id,
      title,
      startTime: happensAt.toISOString(),
      endTime: endsAt.toISOString(),
      description,
    },
    office: {
      estimatedAmount: Math.round(hours * (title === 'Event Booking' ? 750 : 200)),
      ...(random.chance(40) && { comment: 'Clean-up deposit of ₱1,000.00 is returned after inspection.' }),
    },
    remarks: {
      approved: random.pick([
        '',
        'Please be out 15 minutes before the end for cleaning.',
        'No outside sound system after 8:00 PM.',
      ]),
      completed: random.pick(['', 'Place left clean, deposit returned.']),
      cancelled: random.pick(['Resident cancelled, rain.', 'Guest of honour is unwell.']),
      rejected: random.pick([
        'The amenity is closed for maintenance on that day.',
        'More guests than the room may hold.',
      ]),
    },
  }
}

/** Title, description, pictures, pictures at the closing, what was found. */
const INCIDENTS: readonly (readonly [
  string,
  string,
  readonly PictureName[],
  readonly PictureName[],
  string,
])[] = [
  [
    'Broken glass at the lobby',
    'The left panel of the main door is cracked. Please cordon it off.',
    ['crackedGlass'],
    ['mendedGlass'],
    'Panel replaced by the supplier.',
  ],
  [
    'Water leaking from the ceiling',
    'A brown stain grows in our living room ceiling, it drips when upstairs showers.',
    ['leakingCeiling'],
    ['mendedCeiling'],
    'Upstairs drain resealed, ceiling repainted.',
  ],
  [
    'Scratch on our parked car',
    'Found this morning at slot B2-14, a long scratch on the driver’s side.',
    ['scratchedCar'],
    [],
    'CCTV reviewed; the other party has agreed to pay.',
  ],
  [
    'Slippery hallway and no light',
    'Water on the floor near the elevator and the lamp is out. Somebody may fall.',
    ['darkHallway'],
    [],
    'Floor dried, pipe of the fire cabinet tightened, lamp replaced.',
  ],
  [
    'Garbage left beside the chute',
    'Bags on the floor since Sunday, the smell reaches our door.',
    ['leftGarbage'],
    [],
    'Housekeeping collected it; a reminder was posted on the floor.',
  ],
  [
    'Stuck in the elevator',
    'Elevator 2 stopped between floors for twelve minutes with my two children.',
    [],
    [],
    'Door sensor replaced by the elevator contractor.',
  ],
  [
    'Loud karaoke past midnight',
    'From the function room until 1:30 AM on a weekday.',
    [],
    [],
    'Organiser was warned in writing, deposit withheld.',
  ],
  [
    'Drip from the fire sprinkler',
    'It drips at the fire exit, see the video.',
    ['darkHallway', 'leakingCeiling'],
    [],
    'Sprinkler head replaced, line tested.',
  ],
  [
    'Lost parcel at the reception',
    'The courier says it was received, the log has no signature.',
    [],
    [],
    'Parcel found at Tower C reception and handed over.',
  ],
  [
    'Car in our parking slot',
    'A grey sedan without a sticker is in slot A1-07 since last night.',
    ['scratchedCar'],
    [],
    'Owner was found and moved the car.',
  ],
]

export const incidentStory: Storyteller = ({ random }) => {
  const [title, description, images, after, found] = random.pick(INCIDENTS)
  return {
    body: { title, description },
    pictures: [
      ...(images.length > 0 ? [{ field: 'images', names: images }] : []),
      ...(title.includes('sprinkler') || title.includes('leaking')
        ? [{ field: 'video', names: ['drippingFilm'] as const }]
        : []),
      ...(after.length > 0 ? [{ field: 'caseClosedImages', names: after, closing: true }] : []),
    ],
    closing: { comment: found },
    remarks: {
      approved: random.pick(['Security has started its report.', 'Engineering will inspect today.', '']),
      ongoing: random.pick(['CCTV is being reviewed.', 'Waiting for the part.', '']),
      completed: found,
      cancelled: 'Reported twice, please see the earlier report.',
      rejected: 'This happened outside the property. Please report it to the barangay.',
    },
  }
}

const INQUIRIES: readonly (readonly [string, string])[] = [
  ['Lease out my studio', 'Fully furnished, available from next month, ₱22,000.00 a month.'],
  ['Looking for a parking slot', 'One covered slot near Tower B, long term.'],
  ['Tenant for two-bedroom unit', 'Semi-furnished, prefer a small family, one year contract.'],
  ['Renewal of lease', 'Our tenant wants to stay another year, please prepare the papers.'],
  ['Sell or lease our unit', 'We are moving to Davao, please advise which is better now.'],
  ['Bigger unit for rent', 'We look for a three-bedroom from June, any floor.'],
]

export const leasingStory: Storyteller = ({ random, resident, createdAt }) => {
  const [title, description] = random.pick(INQUIRIES)
  return {
    body: {
      name: resident.uoccname,
      email: resident.email,
      contactNumber: resident.phone,
      title,
      description,
      dateInquiry: createdAt.toISOString(),
    },
    remarks: {
      approved: 'Our leasing officer will call you this week.',
      ongoing: 'Two viewings are scheduled.',
      completed: random.pick(['Contract signed.', 'Unit listed and leased.']),
      cancelled: 'Owner found a tenant.',
      rejected: 'Please settle the association dues of the unit first.',
    },
  }
}

/** Title, 1 commendation or 2 testimonial, comment. */
const THANKS: readonly (readonly [string, 1 | 2, string])[] = [
  ['Thank you, Mang Tino', 1, 'He carried my groceries up when the elevator was down.'],
  ['Guard on night duty', 1, 'Kuya Ernie noticed our door was open and called us right away.'],
  ['Quick repair', 1, 'The maintenance crew fixed our faucet within the hour, and left the kitchen clean.'],
  ['A quiet place to live', 2, 'Three years here and we still feel at home. The garden is always cared for.'],
  ['Ate Rica at the front desk', 1, 'Always smiling, and she knows every resident by name.'],
  [
    'Safe for our children',
    2,
    'The guards know the kids and the play area is clean. We recommend it to our friends.',
  ],
  ['Christmas party', 1, 'Thank you to the whole office for the party. The lechon was gone in ten minutes!'],
  ['Good management', 2, 'Bills are clear, and requests are answered. Worth the dues.'],
  ['Housekeeping of Tower C', 1, 'The hallway of the third floor is spotless every morning.'],
]

export const commendationStory: Storyteller = ({ random }) => {
  const [title, type, comment] = random.pick(THANKS)
  return {
    body: { title, type, comment },
    remarks: {
      approved: random.pick(['Thank you! We will pass it on.', 'Read out at the Monday meeting.', '']),
      completed: 'Placed on the board of the month.',
      cancelled: 'Sent twice.',
      rejected: 'Please tell us the name of the person so that we can thank them.',
    },
  }
}
