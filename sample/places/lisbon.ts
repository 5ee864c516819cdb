import type { SampleCity } from './sample-city.ts';

export const lisbon: SampleCity = {
  slug: 'lisbon',
  name: 'Lisbon',
  country: 'Portugal',
  coordinates: { latitude: 38.7223, longitude: -9.1393 },
  picture: 'lisbon-skyline-golden',
  spots: [
    {
      name: 'Miradouro da Senhora do Monte',
      description:
        'The highest of the city viewpoints looks over the castle, the roofs of Mouraria and the river. Stand under the stone pines and use a branch to close the top of the frame. After sunset the windows below come on one by one.',
      category: 'viewpoint',
      address: 'Largo do Monte, 1170-107 Lisboa',
      coordinates: { latitude: 38.7193, longitude: -9.1328 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['senhora-do-monte-sunset', 'senhora-do-monte-blue'],
      ratings: { maya: 4, li: 4, sofia: 3, amir: 5, hana: 3, tom: 5, ines: 4 },
      hearts: ['tom'],
    },
    {
      name: 'Rua da Bica',
      description:
        'A street so steep that it was given a funicular in 1892, with the Tagus shining at its lower end. The classic place is at the top, in the middle of the lane, with the rails running away from you. In the morning the left side is lit and the laundry is out.',
      category: 'landmark',
      address: 'Rua da Bica de Duarte Belo, 1200 Lisboa',
      coordinates: { latitude: 38.7086, longitude: -9.1467 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['bica-tram-morning'],
      ratings: { amir: 4, ines: 4 },
      hearts: [],
    },
    {
      name: 'Belém Tower',
      description:
        'A small fortress of pale stone with rope carvings and domed turrets, standing in the edge of the river. Go down to the beach beside it at low tide for a clean reflection. The west side glows in the last hour of sun.',
      category: 'architecture',
      address: 'Avenida Brasília, 1400-038 Lisboa',
      coordinates: { latitude: 38.6916, longitude: -9.216 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['belem-tower-golden', 'belem-tower-dawn'],
      ratings: { maya: 3, jonas: 3, sofia: 5, amir: 3, hana: 3, tom: 3, ines: 3 },
      hearts: [],
    },
    {
      name: 'Docas de Santo Amaro',
      description:
        'The marina lies right under the red suspension bridge, and the masts repeat its lines in small. Walk to the end of the outer quay, where both towers and the statue on the far bank come into view. The deck hums overhead all day; the sky behind it is best after sunset.',
      category: 'landmark',
      address: 'Doca de Santo Amaro, 1350 Lisboa',
      coordinates: { latitude: 38.6993, longitude: -9.1778 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['abril-bridge-sunset', 'abril-bridge-night'],
      ratings: { maya: 5, li: 4, tom: 4 },
      hearts: ['li', 'tom'],
    },
    {
      name: 'LX Factory Bee',
      description:
        'Bordalo II built this giant bee from scrap on a wall of the former textile works. Step back to the other side of the yard to take in the whole insect, then go close for the bumpers and hoses it is made of. Overhead light brings out the relief.',
      category: 'street-art',
      address: 'Rua Rodrigues de Faria 103, 1300-501 Lisboa',
      coordinates: { latitude: 38.7034, longitude: -9.1787 },
      bestTimeToVisit: 'Afternoon (12-5 PM)',
      pictures: ['lx-bee-day'],
      ratings: { maya: 3, ines: 4 },
      hearts: [],
    },
    {
      name: 'Café A Brasileira',
      description:
        'A coffee house of 1905 with a green and gold front, mirrors inside, and Fernando Pessoa in bronze at a table outside. Sit across the pavement and wait for a gap between the people who want their picture with him. When the lamps are on, the door becomes the brightest thing in the street.',
      category: 'cafe',
      address: 'Rua Garrett 120, 1200-205 Lisboa',
      coordinates: { latitude: 38.7106, longitude: -9.1421 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['brasileira-blue'],
      ratings: { jonas: 3, li: 3, amir: 3 },
      hearts: [],
    },
  ],
};
