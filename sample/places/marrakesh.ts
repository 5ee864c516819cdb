import type { SampleCity } from './sample-city.ts';

export const marrakesh: SampleCity = {
  slug: 'marrakesh',
  name: 'Marrakesh',
  country: 'Morocco',
  coordinates: { latitude: 31.6295, longitude: -7.9811 },
  picture: 'marrakesh-skyline-golden',
  spots: [
    {
      name: 'Koutoubia Gardens',
      description:
        'The square minaret rises above rose beds and palms, and the long basin in the garden points straight at it. Stand at the far end of the axis with the camera low. After sunset the stone is darker than the sky, and the palms become cut-outs.',
      category: 'landmark',
      address: 'Avenue Mohammed V, Marrakesh 40000',
      coordinates: { latitude: 31.6236, longitude: -7.9948 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['koutoubia-garden-sunset', 'koutoubia-garden-night'],
      ratings: { jonas: 4, li: 5, hana: 5, ines: 5 },
      hearts: [],
    },
    {
      name: 'Jardin Majorelle',
      description:
        'A villa in deep cobalt blue, yellow pots, and cactus beds from all over the world. The view across the lily basin has the colours together; details work just as well. Book the first hour, when paths are empty and the blue is still in soft light.',
      category: 'nature',
      address: 'Rue Yves Saint Laurent, Marrakesh 40090',
      coordinates: { latitude: 31.6417, longitude: -8.003 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['majorelle-morning'],
      ratings: { maya: 4, tom: 5 },
      hearts: [],
    },
    {
      name: 'Café des Épices',
      description:
        'Three small floors and a roof terrace over the square of the spice and basket sellers. From the rail you look down on hats and parasols, and across the roofs to the Atlas on clear days. Have mint tea in the last hour of sun, when the lamps are lit.',
      category: 'cafe',
      address: '75 Derb Rahba Lakdima, Marrakesh 40000',
      coordinates: { latitude: 31.6289, longitude: -7.9868 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['spice-terrace-golden'],
      ratings: { li: 4, ines: 3 },
      hearts: [],
    },
    {
      name: 'Ben Youssef Madrasa',
      description:
        'A courtyard of marble, tile, carved plaster and cedar, with a pool in the middle. Stand on the axis by the entrance and wait for the water to settle. Around midday the sun reaches down into the court and the plaster throws fine shadows.',
      category: 'architecture',
      address: 'Rue Assouel, Marrakesh 40000',
      coordinates: { latitude: 31.6319, longitude: -7.9863 },
      bestTimeToVisit: 'Afternoon (12-5 PM)',
      pictures: ['ben-youssef-day'],
      ratings: { jonas: 4, sofia: 4, tom: 3 },
      hearts: ['sofia'],
    },
    {
      name: 'Jemaa el-Fnaa',
      description:
        'At night the square fills with food stalls, each under its own lamps, and the smoke drifts over all of them. The terraces round the edge give the view from above, with the Koutoubia behind. Brace the camera on the rail and let people blur.',
      category: 'viewpoint',
      address: 'Place Jemaa el-Fnaa, Marrakesh 40000',
      coordinates: { latitude: 31.6258, longitude: -7.9891 },
      bestTimeToVisit: 'Night (9 PM+)',
      pictures: ['jemaa-el-fna-night', 'jemaa-el-fna-golden'],
      ratings: { maya: 4, li: 3, sofia: 5, hana: 4 },
      hearts: ['maya', 'sofia'],
    },
  ],
};
