import type { DemoPost } from './demo-post.ts'
import {
  bold,
  bullets,
  document,
  heading,
  italic,
  link,
  paragraph,
  picture,
  quote,
  steps,
  table,
} from './document.ts'

/** What the office told the community in the last year and will tell soon, the oldest first. */
export const DEMO_POSTS: readonly DemoPost[] = [
  {
    title: 'Welcome to Tahanan, your property management portal',
    description:
      'Gate passes, repairs, reservations and your statement of account, without the walk to the office.',
    type: 'ANNOUNCEMENTS',
    attachedUrl: 'https://www.example.com/tahanan',
    age: 402,
    image: 'functionRoom',
    interest: 1.6,
    content: () =>
      document(
        paragraph(
          'From today, what you used to ask for at the counter can be asked for here, ',
          bold('at any hour'),
          '.',
        ),
        heading('What you can do'),
        bullets(
          'File gate passes, visitor passes and work permits, and follow them as they are approved.',
          'Report what is broken, with pictures or a short video.',
          'Reserve the pool, the function room and the other amenities.',
          'Read your statement of account and pay it.',
        ),
        heading('If you have lost your password'),
        paragraph(
          'Please come to the property management office, ground floor of Tower A, with an identity card.',
        ),
      ),
    comments: [
      [1, 'Finally! No more carbon copies at the lobby.'],
      [14, 'Works well on my phone. Salamat, PMO.'],
      ['office', 'Thank you for your patience while we learn it too.'],
    ],
  },
  {
    title: 'Simbang Gabi and the lighting of the lanterns',
    description: 'Nine evenings at the courtyard, with bibingka and puto bumbong after each.',
    type: 'EVENTS',
    attachedUrl: 'https://www.example.com/simbang-gabi',
    age: 345,
    ends: -320,
    image: 'lanterns',
    pictures: ['lanterns'],
    interest: 1.2,
    content: ({ key }) =>
      document(
        picture(key('lanterns'), 'Star lanterns over the courtyard at dusk'),
        paragraph('The lanterns made by our children will be lit on the first evening at 6:30 PM.'),
        table(
          ['When', 'What', 'Where'],
          ['7:00 PM', 'Mass', 'Courtyard'],
          ['8:00 PM', 'Bibingka and salabat', 'Function Room'],
          ['9:00 PM', 'Quiet hours begin', 'All towers'],
        ),
      ),
    comments: [[6, 'The lanterns were beautiful. Thank you to everybody who helped.']],
  },
  {
    title: 'New rates for parking guests',
    description:
      'Guests park free for the first three hours; after that 40 pesos an hour, at most 200 a day.',
    type: 'ANNOUNCEMENTS',
    attachedUrl: 'https://www.example.com/parking',
    age: 268,
    quiet: true,
    interest: 0.9,
    content: () =>
      document(
        paragraph('The board approved these rates for the guest slots at basement 1.'),
        table(
          ['Stay', 'Rate'],
          ['First 3 hours', 'Free'],
          ['Each further hour', '40.00'],
          ['Most for a day', '200.00'],
        ),
        paragraph('Please pay at the guardhouse before your guest drives out.'),
      ),
  },
  {
    title: 'Gym renewed: new treadmills and rubber floor',
    description: 'The gym is open again, with five new machines and longer hours.',
    type: 'ANNOUNCEMENTS',
    attachedUrl: 'https://www.example.com/gym',
    age: 214,
    image: 'gym',
    interest: 1.1,
    content: () =>
      document(
        paragraph(
          'Hours are now ',
          bold('5:00 AM to 10:00 PM'),
          '. Towels and indoor shoes are still a must.',
        ),
        bullets('Three treadmills and two rowing machines', 'New weights up to 30 kg', 'A water station'),
      ),
    comments: [
      [22, 'Can we have a fan near the treadmills?'],
      ['office', 'Two fans will be mounted this week.'],
      [22, 'Wow, that was fast. Thank you!'],
    ],
  },
  {
    title: 'Typhoon season: is your home ready?',
    description: 'What to bring inside, what to keep at hand and whom to call.',
    type: 'ANNOUNCEMENTS',
    attachedUrl: 'https://www.pagasa.dost.gov.ph/',
    age: 163,
    interest: 1.3,
    content: () =>
      document(
        paragraph(
          'The wet season has begun. Follow the bulletins of ',
          link('PAGASA', 'https://www.pagasa.dost.gov.ph/'),
          '.',
        ),
        heading('Before the storm'),
        steps(
          'Bring plants, chairs and laundry racks in from the balcony.',
          'Close windows and check their seals. Tell us of any leak at once.',
          'Charge phones and power banks; keep a flashlight where you find it in the dark.',
          'Store drinking water for three days.',
        ),
        heading('While it lasts'),
        bullets(
          'Elevators may be stopped from signal no. 3 on. Please use the stairs with care.',
          'The generator runs lights, pumps and one elevator in each tower.',
          'The function room of Tower B is our shelter.',
        ),
        quote('For emergencies: lobby 8555-0100, or the national hotline 911.'),
      ),
    comments: [
      [9, 'Our balcony drain was clogged; engineering came the same day.'],
      [31, 'Please remind everybody again before signal no. 2.'],
    ],
  },
  {
    title: 'Blood donation with the Red Cross',
    description: 'One pint can save three lives. Snacks and a free check of your blood pressure.',
    type: 'EVENTS',
    attachedUrl: 'https://redcross.org.ph/',
    age: 131,
    ends: -110,
    image: 'bloodDrive',
    interest: 0.7,
    content: () =>
      document(
        paragraph('Who is between 18 and 65 years old, weighs at least 50 kg and slept well may give.'),
        paragraph('Please eat before you come and bring an identity card.'),
      ),
    comments: [[40, 'Gave for the first time. It did not hurt!']],
  },
  {
    title: 'Results of the general assembly',
    description: 'The new board, the budget and what was decided about the facade.',
    type: 'ANNOUNCEMENTS',
    attachedUrl: 'https://www.example.com/assembly',
    age: 97,
    interest: 1.4,
    content: () =>
      document(
        paragraph('Of 60 units 47 were present or represented.'),
        heading('The board'),
        table(
          ['Position', 'Name'],
          ['President', 'Enrique Ventura'],
          ['Treasurer', 'Cecilia Gatdula'],
          ['Secretary', 'Hannah Grace Lopez'],
        ),
        heading('Decided'),
        bullets(
          ['Association dues stay as they are. ', italic('(45 for, 2 against)')],
          ['The facade of Tower C will be repainted in the dry season. ', italic('(41 for, 6 against)')],
          ['The play area gets a roof. ', italic('(unanimous)')],
        ),
        paragraph('The minutes can be read at the office.'),
      ),
    comments: [
      [3, 'Congratulations to the new board!'],
      [17, 'When exactly will the painting of Tower C begin?'],
      ['office', 'After the rains, most likely in January. Each unit will get a notice two weeks ahead.'],
      [27, 'Thank you for keeping the dues.'],
    ],
  },
  {
    title: 'Let us plant: morning in the garden',
    description: 'Seedlings, gloves and merienda are on us; bring a hat and your children.',
    type: 'EVENTS',
    attachedUrl: 'https://www.example.com/garden',
    age: 72,
    ends: -51,
    image: 'garden',
    pictures: ['garden', 'playArea'],
    interest: 0.8,
    content: ({ key }) =>
      document(
        paragraph('Twelve calamansi trees and two hundred flowers wait for hands.'),
        picture(key('garden'), 'Seedlings along the garden path'),
        paragraph('Afterwards the children are invited to the play area for games.'),
        picture(key('playArea'), 'The play area'),
      ),
    comments: [
      [12, 'My kids still talk about their calamansi tree.'],
      [44, 'Next time please more shade for the lolas.'],
    ],
  },
  {
    title: 'Pest control in all towers',
    description: 'By floors over three days. Please cover food and keep pets out of the halls.',
    type: 'ANNOUNCEMENTS',
    attachedUrl: 'https://www.example.com/pest-control',
    age: 48,
    interest: 1,
    content: () =>
      document(
        table(
          ['Day', 'Tower', 'From'],
          ['First', 'A', '9:00 AM'],
          ['Second', 'B', '9:00 AM'],
          ['Third', 'C', '9:00 AM'],
        ),
        paragraph(
          'Who wants the unit treated too files a job order until the day before; it is free of charge.',
        ),
      ),
    comments: [
      [8, 'Filed mine. Is it safe for a baby?'],
      ['office', 'Yes, after two hours with open windows.'],
    ],
  },
  {
    title: 'Elevator 2 of Tower B gets new ropes',
    description: 'Out of service for four days. Elevator 1 runs as usual; movers please book their hours.',
    type: 'ANNOUNCEMENTS',
    attachedUrl: 'https://www.example.com/elevators',
    age: 26,
    image: 'elevator',
    interest: 1.1,
    content: ({ day }) =>
      document(
        paragraph('The ropes are renewed every ten years. Work lasted until ', bold(day(-20)), '.'),
        bullets(
          'Please let elders, pregnant women and wheelchairs go first.',
          'No moving of furniture in these days without a gate pass that names elevator 1.',
        ),
      ),
    comments: [
      [24, 'Thank you for finishing a day early!'],
      [21, 'Much smoother now.'],
    ],
  },
  {
    title: 'Saturday market at the courtyard',
    description: 'Vegetables from Benguet, bread, suman and barako coffee, every Saturday morning.',
    type: 'EVENTS',
    attachedUrl: 'https://www.example.com/market',
    age: 19,
    ends: 60,
    image: 'market',
    pictures: ['market'],
    interest: 1.2,
    content: ({ key }) =>
      document(
        paragraph('Eight growers and bakers come to us, from 6:30 to 10:30 AM.'),
        picture(key('market'), 'Two stalls under striped awnings'),
        heading('Who sells what'),
        table(
          ['Stall', 'What', 'Pays by'],
          ['Gulay ni Manang', 'Vegetables, strawberries', 'Cash, GCash'],
          ['Panaderia Uno', 'Pan de sal, ensaymada', 'Cash'],
          ['Kapeng Batangas', 'Barako, tablea', 'Cash, Maya'],
          ['Suman sa Antipolo', 'Suman, kalamay', 'Cash'],
        ),
        paragraph('Bring your own bags: there is no plastic.'),
      ),
    comments: [
      [5, 'The ensaymada is dangerous.'],
      [33, 'Can they also sell flowers?'],
      [11, 'See you all on Saturday!'],
    ],
  },
  {
    title: 'Fire drill for all towers',
    description: 'The alarm will sound once. Please take the stairs and meet at the basketball court.',
    type: 'EVENTS',
    attachedUrl: 'https://bfp.gov.ph/',
    age: 9,
    ends: 12,
    image: 'fireDrill',
    interest: 1.3,
    content: ({ day }) =>
      document(
        paragraph('With the Bureau of Fire Protection we practise on ', bold(`${day(11)}, 10:00 AM`), '.'),
        steps(
          'When the alarm sounds, leave everything and close the door behind you.',
          'Take the stairs. Elevators are stopped.',
          'Meet at the basketball court, where your floor’s marshal counts.',
        ),
        quote('Who needs a hand on the stairs tells the lobby beforehand: two people will be at your door.'),
      ),
    comments: [
      [2, 'My mother uses a wheelchair, unit A-103. I called the lobby.'],
      ['office', 'Noted, thank you. Two guards will be at your door at 9:55.'],
    ],
  },
  {
    title: 'Water interruption in Towers A and B',
    description: 'The main line is repaired overnight. Please store what you need.',
    type: 'ANNOUNCEMENTS',
    attachedUrl: 'https://www.mayniladwater.com.ph/',
    age: 2,
    ends: 5,
    image: 'waterMain',
    pictures: ['waterMain'],
    interest: 1.5,
    content: ({ day, key }) =>
      document(
        paragraph(
          'There will be no water from ',
          bold(`${day(2)}, 10:00 PM`),
          ' to ',
          bold(`${day(3)}, 5:00 AM`),
          '.',
        ),
        picture(key('waterMain'), 'A worker at the opened water main'),
        heading('What to do'),
        bullets(
          'Store water for drinking and for the toilet.',
          'Keep faucets closed, so that nothing overflows when the water comes back.',
          'Let the first water run until it is clear.',
        ),
        table(
          ['Tower', 'Affected', 'Pressure is back by'],
          ['A', 'All floors', '5:30 AM'],
          ['B', 'All floors', '6:00 AM'],
          ['C', 'Not affected', ''],
        ),
        paragraph(
          'A tank stands at the lobby of Tower A. Questions: ',
          link('8555-0100', 'tel:+63285550100'),
          '.',
        ),
      ),
    comments: [
      [0, 'Will the pool be open on the next day?'],
      ['office', 'Yes, from 8:00 AM.'],
      [19, 'Thanks for the early notice this time.'],
    ],
  },
  {
    title: 'Christmas party of the community',
    description: 'Lechon, games for the children and a raffle. Each household brings one dish.',
    type: 'EVENTS',
    attachedUrl: 'https://www.example.com/christmas',
    age: 1,
    begins: 3,
    ends: 40,
    image: 'roofDeck',
    interest: 0,
    content: ({ day }) =>
      document(
        paragraph('Save the evening of ', bold(day(30)), '.'),
        bullets(
          'Lechon and rice from the association',
          'A dish to share from each household',
          'Exchange gifts: 300 pesos',
        ),
      ),
  },
]
