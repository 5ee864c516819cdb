import type { SampleCity } from './sample-city.ts';

export const prague: SampleCity = {
  slug: 'prague',
  name: 'Prague',
  country: 'Czechia',
  coordinates: { latitude: 50.0755, longitude: 14.4378 },
  picture: 'prague-skyline-sunset',
  spots: [
    {
      name: 'Charles Bridge',
      description:
        'Sixteen stone arches, thirty groups of saints, and a Gothic gate tower at each end. From the bank upstream you have the whole line of statues against the sky. Be there before sunrise if you want the bridge without a crowd.',
      category: 'landmark',
      address: 'Karlův most, 110 00 Praha 1',
      coordinates: { latitude: 50.0865, longitude: 14.4114 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['charles-bridge-dawn', 'charles-bridge-blue', 'charles-bridge-mist'],
      ratings: { jonas: 3, sofia: 3, amir: 4, hana: 4, tom: 4 },
      hearts: [],
    },
    {
      name: 'Old Town Square',
      description:
        'The two towers of the Týn church look over a row of gabled houses, dark and many-pointed above the pale fronts. Stand on the town hall side and leave room for the spires. In the blue minutes after sunset the towers are lit and the square is not yet black.',
      category: 'architecture',
      address: 'Staroměstské náměstí, 110 00 Praha 1',
      coordinates: { latitude: 50.0875, longitude: 14.4213 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['tyn-church-blue', 'tyn-church-golden'],
      ratings: { maya: 4, li: 5, tom: 5, ines: 4 },
      hearts: ['li', 'ines'],
    },
    {
      name: 'Letná Park',
      description:
        'From the edge of the plateau the river runs away below you with its bridges one behind the other. Walk west from the metronome until the bridges line up, and use a longer lens to stack them. Late sun comes along the valley.',
      category: 'viewpoint',
      address: 'Letenské sady, 170 00 Praha 7',
      coordinates: { latitude: 50.0958, longitude: 14.42 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['letna-view-golden'],
      ratings: { maya: 5, jonas: 5, sofia: 5, hana: 4, tom: 5 },
      hearts: ['jonas', 'sofia'],
    },
    {
      name: 'Lennon Wall',
      description:
        'A garden wall in Malá Strana that has been painted and written over since the 1980s. Nothing on it lasts, so photograph what is there today, and the musician if there is one. The plane trees give even shade in the afternoon.',
      category: 'street-art',
      address: 'Velkopřevorské náměstí, 118 00 Praha 1',
      coordinates: { latitude: 50.0862, longitude: 14.4067 },
      bestTimeToVisit: 'Afternoon (12-5 PM)',
      pictures: ['lennon-wall-day'],
      ratings: { maya: 4, jonas: 4, tom: 4, ines: 4 },
      hearts: ['ines'],
    },
    {
      name: 'Café Savoy',
      description:
        'A coffee house under a painted ceiling, with tall arched windows on a corner near the river. Ask for a table by the window, where the morning sun falls across the cups. From the pavement the arches show the chandeliers inside.',
      category: 'cafe',
      address: 'Vítězná 124/5, 150 00 Praha 5',
      coordinates: { latitude: 50.0811, longitude: 14.4072 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['cafe-savoy-morning'],
      ratings: { maya: 5, jonas: 4, li: 4, hana: 4 },
      hearts: ['maya', 'jonas', 'li'],
    },
  ],
};
