import type { SampleCity } from './sample-city.ts';

export const capeTown: SampleCity = {
  slug: 'cape-town',
  name: 'Cape Town',
  country: 'South Africa',
  coordinates: { latitude: -33.9249, longitude: 18.4241 },
  picture: 'cape-town-skyline-blue',
  spots: [
    {
      name: 'Bloubergstrand',
      description:
        'Across the bay lies all of Table Mountain, from Devil’s Peak to Lion’s Head, and kites fly over the surf. Go down to the waterline at low tide, where the wet sand doubles the view. When the south-easter blows, the cloud lies on the summit like a cloth.',
      category: 'viewpoint',
      address: 'Bloubergstrand, Cape Town 7441',
      coordinates: { latitude: -33.804, longitude: 18.4636 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['bloubergstrand-golden', 'bloubergstrand-dawn'],
      ratings: { maya: 3, sofia: 5, amir: 4, hana: 5, tom: 4, ines: 5 },
      hearts: ['hana', 'tom'],
    },
    {
      name: 'Bo-Kaap',
      description:
        'Low houses in strong colours climb the cobbled streets below Signal Hill. At Wale and Chiappini Street the row runs uphill with the mountain at the end. People live here: keep to the street, and come in the morning when the fronts are in the sun.',
      category: 'architecture',
      address: 'Wale Street, Bo-Kaap, Cape Town 8001',
      coordinates: { latitude: -33.9214, longitude: 18.4148 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['bo-kaap-morning', 'bo-kaap-sunset'],
      ratings: { li: 5, sofia: 5, amir: 5, hana: 5, tom: 5, ines: 5 },
      hearts: ['li', 'sofia', 'amir', 'hana'],
    },
    {
      name: 'Boulders Beach',
      description:
        'African penguins nest between round granite boulders and walk down to the clear water in groups. The boardwalk is the place for the colony; get the camera down to their eye level between the slats. At midday the water is at its greenest.',
      category: 'nature',
      address: 'Kleintuin Road, Simon’s Town, Cape Town 7995',
      coordinates: { latitude: -34.1972, longitude: 18.4512 },
      bestTimeToVisit: 'Afternoon (12-5 PM)',
      pictures: ['boulders-beach-day'],
      ratings: { li: 4, hana: 5 },
      hearts: ['li', 'hana'],
    },
    {
      name: 'Muizenberg Beach Huts',
      description:
        'A row of wooden huts in red, yellow, green and blue, with a long shallow beach in front. Stand at an angle so that the row runs away from you, or straight on for the rhythm of the gables. At dawn the first surfers cross the wet sand.',
      category: 'landmark',
      address: 'Beach Road, Muizenberg, Cape Town 7945',
      coordinates: { latitude: -34.1086, longitude: 18.4693 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['muizenberg-dawn'],
      ratings: { jonas: 4, sofia: 4, hana: 4, tom: 3 },
      hearts: ['sofia', 'hana'],
    },
    {
      name: 'Woodstock Murals',
      description:
        'Side walls in this old factory district carry large paintings, many of them of animals and people of the country. Go with a local guide, who knows the walls and the neighbours. The afternoon sun lights those that face the mountain road.',
      category: 'street-art',
      address: 'Woodstock, Cape Town 7925',
      coordinates: { latitude: -33.9276, longitude: 18.4458 },
      bestTimeToVisit: 'Afternoon (12-5 PM)',
      pictures: ['woodstock-mural-day'],
      ratings: { maya: 4, li: 4, tom: 4 },
      hearts: [],
    },
    {
      name: 'Truth Coffee',
      description:
        'A steampunk coffee hall in an old warehouse: copper pipes, gears, bare bulbs and a roaster in the middle. Sit at the long bar and use the bulbs as the only light. It works at any hour, since the room has its own weather.',
      category: 'cafe',
      address: '36 Buitenkant Street, Cape Town 8001',
      coordinates: { latitude: -33.929, longitude: 18.4228 },
      bestTimeToVisit: 'Any time',
      pictures: ['truth-coffee-golden'],
      ratings: { jonas: 5, tom: 4 },
      hearts: ['jonas'],
    },
  ],
};
