import type { PictureName } from './pictures/album.ts'

export interface DemoAmenity {
  title: string
  description: string
  picture: PictureName
}

/** What can be reserved. */
export const DEMO_AMENITIES: readonly DemoAmenity[] = [
  {
    title: 'Swimming Pool',
    picture: 'pool',
    description:
      '25 m lap pool with a shallow lane for children. Shower before you enter; proper swimwear only. Up to 30 people.',
  },
  {
    title: 'Function Room',
    picture: 'functionRoom',
    description:
      'Air-conditioned, with pantry and sound system, on the ground floor of Tower B. Up to 60 guests.',
  },
  {
    title: 'Gym',
    picture: 'gym',
    description: 'Treadmills, free weights and mats. Towel and indoor shoes are a must. Up to 12 people.',
  },
  {
    title: 'Basketball Court',
    picture: 'court',
    description: 'Covered half court with lights, also marked for volleyball and pickleball.',
  },
  {
    title: 'Play Area',
    picture: 'playArea',
    description: 'Slide, swings and soft ground, for children up to 12 with an adult.',
  },
  {
    title: 'Roof Deck',
    picture: 'roofDeck',
    description:
      'Grill, long tables and the sunset, on top of Tower A. Up to 40 guests; bring your own charcoal.',
  },
]
