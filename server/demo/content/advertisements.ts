import type { PictureName } from '../pictures/album.ts'

/** What businesses nearby offer. All of them are made up. */
export const DEMO_ADVERTISEMENTS: readonly {
  readonly title: string
  readonly url: string
  readonly description: string
  readonly picture: PictureName
}[] = [
  {
    title: 'Paws & Tails Grooming: 10% off for residents',
    url: 'https://www.example.com/paws-and-tails',
    description: 'Baths, nails and haircuts. We fetch and bring back.',
    picture: 'petsAd',
  },
  {
    title: 'Bahay Linis: your home shining in an afternoon',
    url: 'https://www.example.com/bahay-linis',
    description: 'Two cleaners for four hours, tools included.',
    picture: 'cleaningAd',
  },
  {
    title: 'Kapitbahay Grocer delivers within the hour',
    url: 'https://www.example.com/kapitbahay-grocer',
    description: 'Rice, fruits and vegetables to your door until 9 PM.',
    picture: 'grocerAd',
  },
  {
    title: 'Sampaguita Laundry: wash, dry, fold',
    url: 'https://www.example.com/sampaguita-laundry',
    description: 'Ground floor of Tower C. Ready the same day.',
    picture: 'laundryAd',
  },
  {
    title: 'Lutong bahay by Lola Ising',
    url: 'https://www.example.com/lola-ising',
    description: 'Sinigang, adobo and kare-kare, warm at your door by noon.',
    picture: 'kitchenAd',
  },
]
