import { scenesOf } from '../draw/scene.ts';
import type { SampleCity } from './sample-city.ts';

const picture = scenesOf('marrakesh');

export const marrakesh: SampleCity = {
  slug: 'marrakesh',
  name: 'Marrakesh',
  country: 'Morocco',
  picture: picture('marrakesh skyline', 'golden', [1240, 460], 81, 'dusk-below'),
  spots: [
    {
      name: 'Koutoubia Gardens',
      description:
        'The square minaret rises above rose beds and palms, and the long basin in the garden points straight at it. Stand at the far end of the axis with the camera low. After sunset the stone is darker than the sky, and the palms become cut-outs.',
      category: 'landmark',
      address: 'Avenue Mohammed V, Marrakesh 40000',
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: [picture('koutoubia garden', 'sunset', [1030, 600], 82)],
    },
    {
      name: 'Jardin Majorelle',
      description:
        'A villa in deep cobalt blue, yellow pots, and cactus beds from all over the world. The view across the lily basin has the colours together; details work just as well. Book the first hour, when paths are empty and the blue is still in soft light.',
      category: 'nature',
      address: 'Rue Yves Saint Laurent, Marrakesh 40090',
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: [picture('majorelle', 'morning', [260, 120], 83)],
    },
    {
      name: 'Café des Épices',
      description:
        'Three small floors and a roof terrace over the square of the spice and basket sellers. From the rail you look down on hats and parasols, and across the roofs to the Atlas on clear days. Have mint tea in the last hour of sun, when the lamps are lit.',
      category: 'cafe',
      address: '75 Derb Rahba Lakdima, Marrakesh 40000',
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: [picture('spice terrace', 'golden', [470, 360], 84)],
    },
    {
      name: 'Ben Youssef Madrasa',
      description:
        'A courtyard of marble, tile, carved plaster and cedar, with a pool in the middle. Stand on the axis by the entrance and wait for the water to settle. Around midday the sun reaches down into the court and the plaster throws fine shadows.',
      category: 'architecture',
      address: 'Rue Assouel, Marrakesh 40000',
      bestTimeToVisit: 'Afternoon (12-5 PM)',
      pictures: [picture('ben youssef', 'day', [300, 30], 85)],
    },
    {
      name: 'Jemaa el-Fnaa',
      description:
        'At night the square fills with food stalls, each under its own lamps, and the smoke drifts over all of them. The terraces round the edge give the view from above, with the Koutoubia behind. Brace the camera on the rail and let people blur.',
      category: 'viewpoint',
      address: 'Place Jemaa el-Fnaa, Marrakesh 40000',
      bestTimeToVisit: 'Night (9 PM+)',
      pictures: [picture('jemaa el fna', 'night', [380, 210], 86)],
    },
  ],
};
