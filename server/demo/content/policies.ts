import type { CircularPart } from './circular-pdf.ts'

export interface DemoPolicy {
  readonly subHeader: string
  readonly title: string
  readonly parts: readonly CircularPart[]
}

/** The house rules, in their order. */
export const DEMO_POLICIES: readonly { readonly header: string; readonly policies: readonly DemoPolicy[] }[] =
  [
    {
      header: 'Living Together',
      policies: [
        {
          subHeader: 'Quiet hours',
          title: 'Noise, parties and karaoke',
          parts: [
            {
              heading: 'Quiet hours',
              paragraphs: [
                'From 10:00 PM to 7:00 AM, and from 12:00 NN to 2:00 PM on Sundays, nothing may be heard in a neighbor’s home.',
              ],
            },
            {
              heading: 'Parties',
              points: [
                'Karaoke ends at 10:00 PM, on the eve of a holiday at midnight.',
                'Parties of more than 20 guests belong in the function room.',
              ],
            },
            {
              heading: 'Fines',
              table: [
                ['Offense', 'Fine'],
                ['First', 'Written warning'],
                ['Second', 'PHP 2,000.00'],
                ['Third and further', 'PHP 5,000.00'],
              ],
            },
          ],
        },
        {
          subHeader: 'Pets',
          title: 'Dogs, cats and other animals',
          parts: [
            {
              heading: 'Registration',
              paragraphs: [
                'At most two pets a unit. Please register each with its vaccination card every year.',
              ],
            },
            {
              heading: 'In the common areas',
              points: [
                'On a leash or in a carrier, in the service elevator.',
                'Owners clean up at once; bags hang at the garden gate.',
                'No pets at the pool, the gym and the play area.',
              ],
            },
          ],
        },
        {
          subHeader: 'Balconies',
          title: 'Laundry, plants and what may stand outside',
          parts: [
            {
              heading: 'Balconies',
              points: [
                'Laundry dries below the railing.',
                'Pots stand inside the railing, with saucers.',
                'No grills with charcoal, no storage, no enclosures.',
              ],
            },
          ],
        },
      ],
    },
    {
      header: 'Moving and Deliveries',
      policies: [
        {
          subHeader: 'Moving',
          title: 'Moving in and moving out',
          parts: [
            {
              heading: 'Booking',
              paragraphs: [
                'File a gate pass three days ahead. Moves are from Monday to Saturday, 8:00 AM to 5:00 PM, by the padded service elevator.',
              ],
            },
            {
              heading: 'Before moving out',
              points: [
                'Settle the statement of account.',
                'Return access cards and stickers.',
                'Have the unit inspected for leaks.',
              ],
            },
          ],
        },
        {
          subHeader: 'Gate passes',
          title: 'What leaves the building',
          parts: [
            {
              heading: 'Gate passes',
              paragraphs: [
                'Appliances, furniture and boxes leave with an approved gate pass that lists each item with its quantity. The guard compares and signs.',
              ],
            },
          ],
        },
      ],
    },
    {
      header: 'Amenities',
      policies: [
        {
          subHeader: 'Swimming Pool',
          title: 'Rules of the pool',
          parts: [
            {
              heading: 'Safety',
              points: [
                'Shower first. No diving in the shallow lane.',
                'Children up to 12 with an adult within reach.',
                'Nobody swims during thunder.',
              ],
            },
            {
              heading: 'Guests',
              paragraphs: [
                'At most four guests a household, with the host present, for 150 pesos each on weekends.',
              ],
            },
          ],
        },
        {
          subHeader: 'Function Room and Roof Deck',
          title: 'Reservations, deposit and cleaning',
          parts: [
            {
              heading: 'Rates',
              table: [
                ['', 'Four hours', 'Further hour', 'Deposit'],
                ['Function Room', 'PHP 3,500.00', 'PHP 600.00', 'PHP 5,000.00'],
                ['Roof Deck', 'PHP 2,500.00', 'PHP 500.00', 'PHP 3,000.00'],
              ],
            },
            {
              heading: 'Cleaning',
              paragraphs: [
                'Leave the room as you found it until 9:00 PM. Otherwise 1,500 pesos for cleaning are taken from the deposit.',
              ],
            },
          ],
        },
        {
          subHeader: 'Gym',
          title: 'Rules of the gym',
          parts: [
            {
              heading: 'In the gym',
              points: [
                'Indoor shoes and a towel, always.',
                'Under 16 years with an adult.',
                'Put weights back; wipe machines after use.',
              ],
            },
          ],
        },
      ],
    },
    {
      header: 'Parking and Vehicles',
      policies: [
        {
          subHeader: 'Slots',
          title: 'Owned, leased and guest slots',
          parts: [
            {
              heading: 'Slots',
              points: [
                'Only vehicles with this year’s sticker.',
                'Ten kilometers an hour, lights on.',
                'Slots are for vehicles, not for storage.',
                'Wheels of cars in others’ slots are clamped; release is 1,000 pesos.',
              ],
            },
          ],
        },
        {
          subHeader: 'Electric vehicles',
          title: 'Charging',
          parts: [
            {
              heading: 'Charging',
              paragraphs: [
                'Charge only at the stations of basement 1, at most four hours. Charging e-bikes in homes and hallways is not allowed.',
              ],
            },
          ],
        },
      ],
    },
    {
      header: 'Safety and Emergencies',
      policies: [
        {
          subHeader: 'Fire',
          title: 'Prevention of fire and what to do',
          parts: [
            {
              heading: 'Prevention',
              points: [
                'Never leave a stove or a candle alone.',
                'No extension on an extension.',
                'Hallways and stairs stay free.',
              ],
            },
            {
              heading: 'When it burns',
              points: [
                'Warn your neighbors and pull the alarm.',
                'Close doors behind you and take the stairs.',
                'Call the lobby, 8555-0100, or 911.',
              ],
            },
          ],
        },
        {
          subHeader: 'Earthquake and typhoon',
          title: 'Before, during and after',
          parts: [
            {
              heading: 'Earthquake',
              points: [
                'Duck, cover and hold until it ends.',
                'Then by the stairs to the basketball court.',
                'No elevator until engineering has looked at it.',
              ],
            },
            {
              heading: 'Typhoon',
              points: [
                'Bring in what stands on the balcony.',
                'Stay away from windows.',
                'The function room of Tower B is the shelter.',
              ],
            },
          ],
        },
      ],
    },
  ]
