import type { SampleCity } from './sample-city.ts';

export const mexicoCity: SampleCity = {
  slug: 'mexico-city',
  name: 'Mexico City',
  country: 'Mexico',
  coordinates: { latitude: 19.4326, longitude: -99.1332 },
  picture: 'mexico-skyline-dawn',
  spots: [
    {
      name: 'Palacio de Bellas Artes',
      description:
        'White marble below, domes of orange and yellow tiles above, and the Torre Latinoamericana next to it. The Alameda side has trees for a frame; in March the jacarandas flower. In the last hour of sun the domes look lit from inside.',
      category: 'architecture',
      address: 'Avenida Juárez, Centro Histórico, 06050 Ciudad de México',
      coordinates: { latitude: 19.4352, longitude: -99.1412 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['bellas-artes-golden', 'bellas-artes-night'],
      ratings: { maya: 5, li: 4, sofia: 5, tom: 5, ines: 4 },
      hearts: ['maya', 'sofia', 'tom', 'ines'],
    },
    {
      name: 'El Ángel de la Independencia',
      description:
        'A gilded figure on a tall column, in the middle of a roundabout on the Reforma. The central strip to the south-west has it against the sky, with traffic flowing round the base. After sunset use a long exposure for the tail lights.',
      category: 'landmark',
      address: 'Paseo de la Reforma, Cuauhtémoc, 06500 Ciudad de México',
      coordinates: { latitude: 19.427, longitude: -99.1677 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['angel-independencia-blue', 'angel-independencia-day'],
      ratings: { maya: 4, li: 4, amir: 5, hana: 5, ines: 4 },
      hearts: ['ines'],
    },
    {
      name: 'Xochimilco Canals',
      description:
        'Flat boats with painted arches are poled along canals between the old island gardens. Sit in the bow to have the boats come towards you, with the slender willows behind. On a weekday morning there is mist, and more herons than music.',
      category: 'nature',
      address: 'Embarcadero Nuevo Nativitas, Xochimilco, Ciudad de México',
      coordinates: { latitude: 19.2694, longitude: -99.1031 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['xochimilco-morning'],
      ratings: { jonas: 3, tom: 3, ines: 4 },
      hearts: [],
    },
    {
      name: 'Biblioteca Central, UNAM',
      description:
        'Juan O’Gorman covered all four sides of this library tower with a mosaic of coloured stone. From the lawn in front one whole side fits in the frame; a longer lens finds suns, eagles and pyramids in it. Afternoon light makes the single stones visible.',
      category: 'street-art',
      address: 'Ciudad Universitaria, Coyoacán, 04510 Ciudad de México',
      coordinates: { latitude: 19.3336, longitude: -99.1867 },
      bestTimeToVisit: 'Afternoon (12-5 PM)',
      pictures: ['unam-library-day'],
      ratings: { jonas: 4, sofia: 4 },
      hearts: ['sofia'],
    },
    {
      name: 'Panadería Rosetta',
      description:
        'A small bakery in Roma Norte that is known for its guava rolls, with tables on a pavement under trees. Shoot the counter through the window from outside, with the street in the glass. Before nine the trays are full and the light is soft.',
      category: 'cafe',
      address: 'Colima 179, Roma Norte, 06700 Ciudad de México',
      coordinates: { latitude: 19.4186, longitude: -99.1602 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['rosetta-bakery-morning'],
      ratings: { maya: 5, li: 3, tom: 3, ines: 4 },
      hearts: [],
    },
  ],
};
