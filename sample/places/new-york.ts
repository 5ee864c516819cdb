import type { SampleCity } from './sample-city.ts';

export const newYork: SampleCity = {
  slug: 'new-york',
  name: 'New York',
  country: 'United States',
  coordinates: { latitude: 40.7128, longitude: -74.006 },
  picture: 'new-york-skyline-sunset',
  spots: [
    {
      name: 'Washington Street, DUMBO',
      description:
        'Brick warehouses on both sides, the blue-grey tower of the Manhattan Bridge at the end, and the Empire State Building small between its legs. Stand in the roadway at Water Street and go back until the legs frame it. Early on a weekday the cobbles are free of cars and people.',
      category: 'viewpoint',
      address: 'Washington Street at Water Street, Brooklyn, NY 11201',
      coordinates: { latitude: 40.7033, longitude: -73.9896 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['dumbo-morning'],
      ratings: { jonas: 4, sofia: 4, hana: 4, tom: 3 },
      hearts: [],
    },
    {
      name: 'Brooklyn Bridge Walkway',
      description:
        'The wooden promenade runs above the traffic, straight at the granite towers with their two pointed arches. Stand in the middle where the stays fan out on both sides. At dawn the runners are the only ones about, and the sun rises on the Brooklyn side.',
      category: 'landmark',
      address: 'Brooklyn Bridge Promenade, New York, NY 10038',
      coordinates: { latitude: 40.7061, longitude: -73.9969 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['brooklyn-bridge-dawn', 'brooklyn-bridge-night'],
      ratings: { jonas: 4, li: 3, amir: 4, tom: 4, ines: 5 },
      hearts: ['ines'],
    },
    {
      name: 'Flatiron Building',
      description:
        'A tower of 1902 only as wide as a window at its tip, where Broadway crosses Fifth Avenue. The plaza to the north gives the prow head-on, with taxis passing left and right. At dusk the stone still holds some light when the streets are already full of lamps.',
      category: 'architecture',
      address: '175 Fifth Avenue, New York, NY 10010',
      coordinates: { latitude: 40.7411, longitude: -73.9897 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['flatiron-blue', 'flatiron-golden'],
      ratings: { maya: 4, jonas: 4, sofia: 4, ines: 4 },
      hearts: ['maya', 'jonas'],
    },
    {
      name: 'Bow Bridge',
      description:
        'A flat cast-iron arch over the lake in Central Park, with the twin towers of the San Remo above the trees. The western shore, south of the bridge, has it side-on with its reflection. In late October the maples turn, and rowing boats pass under it.',
      category: 'nature',
      address: 'Central Park, near West 74th Street, New York, NY',
      coordinates: { latitude: 40.7758, longitude: -73.9718 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['bow-bridge-golden'],
      ratings: { sofia: 4, amir: 4, ines: 3 },
      hearts: ['amir'],
    },
    {
      name: 'The Bushwick Collective',
      description:
        'Blocks of warehouses round Troutman Street, painted from pavement to roof and painted over again every year. Use a wide lens from across the street and keep the hydrants and wires in: they belong to it. Noon sun reaches into the narrow streets.',
      category: 'street-art',
      address: 'Troutman Street at St Nicholas Avenue, Brooklyn, NY 11237',
      coordinates: { latitude: 40.707, longitude: -73.9214 },
      bestTimeToVisit: 'Afternoon (12-5 PM)',
      pictures: ['bushwick-mural-day'],
      ratings: { maya: 5, hana: 3, ines: 4 },
      hearts: ['maya'],
    },
    {
      name: 'Caffe Reggio',
      description:
        'A Greenwich Village coffee house since 1927, with a green front and a dim room full of old paintings. Look in from the pavement across MacDougal Street when the lamps are lit. Late at night the windows are warm and the street quieter.',
      category: 'cafe',
      address: '119 MacDougal Street, New York, NY 10012',
      coordinates: { latitude: 40.7303, longitude: -74.0002 },
      bestTimeToVisit: 'Night (9 PM+)',
      pictures: ['caffe-reggio-night'],
      ratings: { sofia: 5, amir: 5, hana: 5, tom: 4 },
      hearts: ['sofia'],
    },
  ],
};
