import type { SampleCity } from './sample-city.ts';

export const sydney: SampleCity = {
  slug: 'sydney',
  name: 'Sydney',
  country: 'Australia',
  coordinates: { latitude: -33.8688, longitude: 151.2093 },
  picture: 'sydney-skyline-blue',
  spots: [
    {
      name: 'Mrs Macquarie’s Chair',
      description:
        'From the point beyond the Botanic Garden the shells of the Opera House stand in front of the bridge. Walk a little to the left of the stone bench until they just overlap. The sun sets behind both, so stay for the colour afterwards.',
      category: 'viewpoint',
      address: 'Mrs Macquaries Road, Sydney NSW 2000',
      coordinates: { latitude: -33.86, longitude: 151.2224 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['macquaries-chair-sunset'],
      ratings: { sofia: 4, tom: 5 },
      hearts: [],
    },
    {
      name: 'Blues Point Reserve',
      description:
        'The steel arch of the Harbour Bridge in its full width, seen across the water from a grassy point. Ferries pass below it all day and give you something to wait for. In the afternoon the sun is behind you and the sky is deep blue.',
      category: 'landmark',
      address: 'Blues Point Road, McMahons Point NSW 2060',
      coordinates: { latitude: -33.8497, longitude: 151.204 },
      bestTimeToVisit: 'Afternoon (12-5 PM)',
      pictures: ['harbour-bridge-day', 'harbour-bridge-night'],
      ratings: { maya: 4, li: 5, sofia: 4, hana: 5, tom: 4 },
      hearts: ['li', 'hana', 'tom'],
    },
    {
      name: 'Bondi Icebergs Pool',
      description:
        'Swimmers do their lengths while the waves break over the sea wall into the pool. The path above looks straight down on the lanes and the surf. With a swell running on a clear morning, set a short exposure and wait for the big one.',
      category: 'landmark',
      address: '1 Notts Avenue, Bondi Beach NSW 2026',
      coordinates: { latitude: -33.8953, longitude: 151.2744 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['bondi-icebergs-morning', 'bondi-icebergs-dawn'],
      ratings: { maya: 4, jonas: 4, amir: 4 },
      hearts: ['jonas'],
    },
    {
      name: 'Wendy’s Secret Garden',
      description:
        'A garden that the artist Wendy Whiteley made out of a railway wasteland, with steps under giant fig trees. Go down to the second level, where the branches open towards the harbour and the bridge. Late light comes in under the leaves.',
      category: 'nature',
      address: 'Lavender Street, Lavender Bay NSW 2060',
      coordinates: { latitude: -33.844, longitude: 151.2088 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['wendys-garden-golden'],
      ratings: { li: 5, amir: 4, hana: 4, tom: 5 },
      hearts: ['li'],
    },
    {
      name: 'Newtown Walls',
      description:
        'Paintings fill the side walls and back lanes on both sides of King Street, from small stencils to three storeys. Turn into any lane between the railway station and Enmore Road. In the early afternoon the lanes are lit from above.',
      category: 'street-art',
      address: 'King Street, Newtown NSW 2042',
      coordinates: { latitude: -33.8983, longitude: 151.1781 },
      bestTimeToVisit: 'Afternoon (12-5 PM)',
      pictures: ['newtown-mural-day'],
      ratings: { li: 4, amir: 4, hana: 4 },
      hearts: [],
    },
    {
      name: 'The Grounds of Alexandria',
      description:
        'A café and garden in an old industrial yard, with flowers on carts and plants over everything. Come early and take the brick wall with the vines as a background. The sun enters the yard in the morning, before the queues do.',
      category: 'cafe',
      address: '2 Huntley Street, Alexandria NSW 2015',
      coordinates: { latitude: -33.9107, longitude: 151.1945 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['grounds-cafe-morning'],
      ratings: { jonas: 4, li: 4, amir: 5, tom: 5 },
      hearts: ['li', 'tom'],
    },
  ],
};
